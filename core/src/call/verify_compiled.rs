use super::outcome::Engine;
use super::verify::settle;
use crate::envelope::verify_compiled as verify_input;
use crate::host::Host;

/// What a client may show of any input whatever, as [`verify`](super::verify()), where the compiler is at hand: PubMark
/// without a projection is compiled. With `recompile` a projection is only believed if it has the tree that the source
/// compiles to (VIEW-005).
pub fn verify_compiled(
    input: &[u8],
    capabilities: Option<&str>,
    recompile: bool,
    engine: &mut Engine,
    host: &dyn Host,
) -> u32 {
    engine.begin();
    let known: Option<Vec<&str>> = capabilities.map(|names| names.lines().collect());
    let (verdict, tree) = verify_input(input, known.as_deref(), recompile, &mut engine.work, host);
    settle(input, &verdict, tree.as_deref(), engine)
}
