//! PubMark: text that compiles to a tree of data, never to HTML. The checker is the pass itself; the compiler is a
//! feature.

#[cfg(feature = "compile")]
pub mod compile;
#[cfg(feature = "compile")]
pub(crate) mod projection;
pub(crate) mod shown;
pub mod to_text;
pub mod url;
