use super::outcome::{Engine, OK, Section};
use crate::schema::{PROJECTION, Type};

/// Writes the tape ([`crate::tape`]) of canonical bytes that an outcome had as `section`, which is `Projection` or `Tree`.
/// The sections of the last outcome stay. Of other bytes there is none: no `OK`.
pub fn tape(input: &[u8], section: usize, engine: &mut Engine) -> u32 {
    let ty = match section {
        section if section == Section::Projection as usize => Type::Object(&PROJECTION),
        section if section == Section::Tree as usize => Type::Tree,
        _ => return 0,
    };
    if engine.tape.write(input, ty).is_some() { OK } else { 0 }
}
