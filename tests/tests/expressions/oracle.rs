//! The `cel` crate's interpreter.

use std::{collections::HashMap, fmt, sync::Arc};

use cel::{Context, Env, Value, extensions};

/// What an expression should be.
pub(crate) enum Expected {
    Value(Value),
    Failure(String),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => write!(f, "{value:?}"),
            Self::Failure(message) => write!(f, "a failure: {message}"),
        }
    }
}

pub(crate) struct Oracle {
    env: Arc<Env>,
}

impl Oracle {
    pub(crate) fn new() -> Self {
        let mut env = Env::stdlib();
        env.add_extension(extensions::strings).expect("it is added once");
        Self { env: Arc::new(env) }
    }

    pub(crate) fn compute(&self, text: &str, input: &str) -> Expected {
        let program = match self.env.compile(text) {
            Ok(program) => program,
            Err(errors) => return Expected::Failure(format!("not read: {errors}")),
        };
        let mut context = Context::with_env(Arc::clone(&self.env));
        let args: serde_json::Value = serde_json::from_str(input).expect("inputs are JSON");
        context.add_variable_from_value("args", of_object(&args));
        match program.execute(&context) {
            Ok(value) => Expected::Value(value),
            Err(error) => Expected::Failure(error.to_string()),
        }
    }
}

/// A value of the schema of inputs: the interpreter is told which numbers are integers and which are not.
fn of_object(object: &serde_json::Value) -> Value {
    let members = object.as_object().expect("an object");
    let members: HashMap<String, Value> =
        members.iter().map(|(name, value)| (name.clone(), of_member(name, value))).collect();
    members.into()
}

fn of_member(name: &str, value: &serde_json::Value) -> Value {
    match value {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(truth) => Value::Bool(*truth),
        serde_json::Value::Number(number) if matches!(name, "d" | "e" | "weight") => {
            Value::Float(number.as_f64().expect("a number"))
        }
        serde_json::Value::Number(number) => {
            #[expect(clippy::cast_possible_truncation, reason = "the inputs write small integers with a fraction")]
            let small = |number: f64| number as i64;
            Value::Int(number.as_i64().unwrap_or_else(|| small(number.as_f64().expect("a number"))))
        }
        serde_json::Value::String(text) => Value::String(Arc::new(text.clone())),
        serde_json::Value::Array(items) => {
            Value::List(Arc::new(items.iter().map(|item| of_member(name, item)).collect()))
        }
        serde_json::Value::Object(_) => of_object(value),
    }
}

/// Whether `json` says what `value` is.
pub(crate) fn is_same(value: &Value, json: &str) -> bool {
    serde_json::from_str(json).is_ok_and(|json| is(value, &json))
}

fn is(value: &Value, json: &serde_json::Value) -> bool {
    match value {
        Value::Null => json.is_null(),
        Value::Bool(truth) => json.as_bool() == Some(*truth),
        // An input may write an integer as `4.0`, and it is passed on as it is.
        Value::Int(int) => {
            json.as_i64() == Some(*int)
                || json.as_f64().is_some_and(|json| json.fract() == 0.0 && json.to_string() == int.to_string())
        }
        Value::Float(double) => json.as_f64() == Some(*double),
        Value::String(text) => json.as_str() == Some(text),
        Value::List(items) => json
            .as_array()
            .is_some_and(|json| json.len() == items.len() && items.iter().zip(json).all(|(a, b)| is(a, b))),
        Value::Map(map) => json.as_object().is_some_and(|json| {
            json.len() == map.map.len()
                && map.map.iter().all(|(name, value)| json.get(&name.to_string()).is_some_and(|json| is(value, json)))
        }),
        Value::Timestamp(time) => {
            let time = (time.timestamp(), time.timestamp_subsec_nanos());
            let read = json.as_str().and_then(|text| text.parse::<jiff::Timestamp>().ok());
            let nanoseconds = i128::from(time.0) * 1_000_000_000 + i128::from(time.1);
            read.is_some_and(|read| read.as_nanosecond() == nanoseconds)
        }
        Value::Duration(span) => {
            let nanoseconds = i128::from(span.num_seconds()) * 1_000_000_000 + i128::from(span.subsec_nanos());
            json.as_str().and_then(seconds) == Some(nanoseconds)
        }
        _ => false,
    }
}

/// The nanoseconds of `-1.5s`.
fn seconds(text: &str) -> Option<i128> {
    let number = text.strip_suffix('s')?;
    let (sign, number) = number.strip_prefix('-').map_or((1, number), |rest| (-1, rest));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let nanoseconds: i128 = format!("{fraction:0<9}").parse().ok()?;
    Some(sign * (whole.parse::<i128>().ok()? * 1_000_000_000 + nanoseconds))
}
