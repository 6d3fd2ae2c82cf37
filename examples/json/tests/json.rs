use chiasma::generators::any;
use chiasma::{Source, pick, property};
use json_example::{Json, parse};

fn value(s: &mut Source) -> Json {
    pick!(s, {
        1 => Json::Null,
        1 => Json::Bool(s.bool()),
        2 => Json::Number(s.int(..)),
        3 => Json::String(s.draw(text)),
        2 => Json::Array(s.vec(0..4, value)),
        2 => Json::Object(s.vec(0..4, member)),
    })
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
