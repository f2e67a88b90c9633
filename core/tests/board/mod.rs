//! Asks the core what a board asks, and makes one JSON value of what it answers.

use chirp_core::Native;
use chirp_core::call::{self, Engine, Lenses, MISUSE, OK, Section};
use serde_json::{Value, json};

/// What the core says to a question.
#[derive(Debug)]
pub(crate) enum Answer {
    /// The answer.
    Given(Value),
    /// The problems of the message.
    Refused(Value),
    /// The problems of the options; null if there is no report on them.
    Misused(Value),
}

impl Answer {
    /// What a vector calls it, and what it says.
    pub(crate) fn named(self) -> (&'static str, Value) {
        match self {
            Answer::Given(answer) => ("answer", answer),
            Answer::Refused(problems) => ("problems", problems),
            Answer::Misused(problems) => ("misuse", problems),
        }
    }
}

/// Asks the operation `op` of the core.
pub(crate) fn ask(op: &str, input: &[u8], options: &Value) -> Answer {
    let mut engine = Engine::default();
    let text = options.to_string();
    let options_text = (!options.is_null()).then_some(text.as_str());
    let status = match op {
        "actionsOf" => call::actions(input, options_text, &mut engine, &Native),
        "auditOf" => call::audit(input, &mut engine, &Native),
        "classify" => call::classify(input, options_text, &mut engine, &Native),
        "exportText" => call::export_text(input, &mut engine, &Native),
        "invoke" => call::invoke(input, options_text, &mut engine, &Native),
        "lensIndex" => return steps(input, options),
        "logLine" => call::log_line(input, &mut engine, &Native),
        "notificationOf" => call::notification(input, &mut engine, &Native),
        "outboundOf" => call::outbound(input, &mut engine, &Native),
        op => panic!("no operation `{op}`"),
    };
    match (op, status) {
        ("exportText" | "logLine", OK) => Answer::Given(json!(section(&engine, Section::Fallback))),
        ("outboundOf", OK) => Answer::Given(json!(section(&engine, Section::Canonical))),
        ("outboundOf", _) => Answer::Given(Value::Null),
        _ => answer(status, &engine),
    }
}

/// An index that is open, and what it is asked.
pub(crate) struct Index {
    lenses: Lenses,
    engine: Engine,
}

impl Index {
    pub(crate) fn open(options: &Value) -> Result<Self, Answer> {
        let mut index = Index { lenses: Lenses::default(), engine: Engine::default() };
        let status = index.lenses.open(Some(&options.to_string()), &mut index.engine, &Native);
        if status == OK { Ok(index) } else { Err(answer(status, &index.engine)) }
    }

    /// Takes one step: an object with one member, which names it.
    pub(crate) fn step(&mut self, step: &Value) -> Answer {
        let (name, value) = step.as_object().unwrap().iter().next().unwrap();
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let (lenses, engine) = (&mut self.lenses, &mut self.engine);
        let status = match name.as_str() {
            "put" => lenses.put(0, text.as_bytes(), engine, &Native),
            "putLines" => lenses.put_lines(0, text.as_bytes(), engine, &Native),
            "remove" => lenses.remove(0, Some(&text), engine),
            "setContext" => lenses.set_context(0, Some(&text), engine, &Native),
            "setDone" => lenses.set_done(0, Some(&text), engine),
            "setNow" => lenses.set_now(0, Some(&text), engine),
            "counts" => lenses.counts(0, engine),
            "changesAt" => lenses.changes_at(0, engine),
            "page" => lenses.page(0, Some(&text), engine, &Native),
            "head" => lenses.head(0, Some(&text), engine),
            name => panic!("no step `{name}`"),
        };
        if name == "head" && status == 0 {
            return Answer::Given(Value::Null);
        }
        answer(status, engine)
    }
}

/// Opens an index, puts the lines of the input, and takes the steps of the options. The answers of all, in order.
fn steps(input: &[u8], options: &Value) -> Answer {
    let query = json!({ "workspace": options["workspace"], "context": options["context"] });
    let mut index = match Index::open(&query) {
        Ok(index) => index,
        Err(answer) => return answer,
    };
    let lines = json!({ "putLines": core::str::from_utf8(input).unwrap() });
    let steps = options["steps"].as_array().unwrap();
    let answers = core::iter::once(&lines).chain(steps).map(|step| match index.step(step).named() {
        ("answer", answer) => answer,
        (name, problems) => json!({ name: problems }),
    });
    Answer::Given(answers.collect())
}

fn answer(status: u32, engine: &Engine) -> Answer {
    let report: Value = serde_json::from_str(&section(engine, Section::Report)).unwrap_or_default();
    match status {
        OK => Answer::Given(report),
        MISUSE => Answer::Misused(report["problems"].clone()),
        _ => Answer::Refused(report["problems"].clone()),
    }
}

fn section(engine: &Engine, section: Section) -> String {
    String::from_utf8(engine.section(section as usize).to_vec()).unwrap()
}
