use super::outcome::{Engine, MISUSE, OK, Section};
use crate::host::Host;
use crate::instrument::Object;
use crate::pigeon::answer;

/// Answers the question of a service of Pigeon that has this number in [`crate::schema::pigeon::QUESTIONS`] (PIG). The input is
/// what the caller sent, where the question takes any; the options are the JSON of what it is decided against. Section
/// `Report` is an object with the HTTP `"status"` and what the question says; of a refusal, `"status"` and `"error"`, and where
/// the input is not in order the `"code"` of what is wrong first, and where `"at"`. The status is `MISUSE` when there is no such question, or the options are not what it takes.
pub fn pigeon(
    number: usize,
    input: &[u8],
    options: Option<&str>,
    engine: &mut Engine,
    host: &dyn Host,
) -> u32 {
    engine.begin();
    let Some(answer) = answer(number, input, options, &mut engine.work, host) else { return MISUSE };
    let out = engine.parts(Section::Report).1;
    match answer {
        Ok(answer) => {
            out.extend_from_slice(&answer);
            OK
        }
        Err(refusal) => {
            let mut said = Object::begin(out);
            said.number("status", refusal.status().into());
            said.text("error", &refusal.words());
            if let Some(problem) = refusal.problem() {
                said.text("code", problem.code.as_str());
                said.text("at", &problem.at);
            }
            said.end();
            0
        }
    }
}
