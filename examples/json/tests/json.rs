use chiasma::generators::any;
use chiasma::{Source, property};
use json_example::{Json, parse};

fn value(s: &mut Source) -> Json {
    match s.weighted(&[(1, "null"), (1, "bool"), (2, "number"), (3, "text"), (2, "array"), (2, "object")]) {
        &"null" => Json::Null,
        &"bool" => Json::Bool(s.bool()),
        &"number" => Json::Number(s.int(..)),
        &"text" => Json::String(s.draw(text)),
        &"array" => Json::Array(s.vec(0..4, value)),
        _ => Json::Object(s.vec(0..4, member)),
    }
}

fn member(s: &mut Source) -> (String, Json) {
    (s.draw(text), s.draw(value))
}

fn text(s: &mut Source) -> String {
    s.string(0..8, any::<char>())
}

#[property]
fn printing_then_parsing_is_identity(#[from(value)] v: Json) {
    assert_eq!(parse(&v.to_string()), Ok(v));
}
