//! Surveys: the key of an object says which, its lines are answers, the table has the counts.

use crate::{Action, Cloud, Event, Item, ObjectName};

pub(crate) fn handle(cloud: &mut Cloud, event: &Event) -> Result<(), String> {
    if event.action == Action::Removed {
        return Ok(());
    }
    let Some(survey) = Survey::named(&event.name)? else { return Ok(()) };
    let content = &cloud.object(&event.name)?.content;
    let text = std::str::from_utf8(content).map_err(|_| "no text")?.to_owned();
    let id = format!("survey/{}", survey.title);
    let item = cloud.items.entry(id.clone()).or_insert_with(|| Item { id, ..Item::default() });
    if item.columns.get("status").is_some_and(|status| status == "closed") {
        return Err("the survey is closed".to_owned());
    }
    let mut answers = 0;
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let answer = match line.split_once(':') {
            Some(("vote", choice)) => choice.trim(),
            Some(("comment", _)) if survey.has_comments => "comment",
            Some(("comment", _)) => return Err("no comments, please".to_owned()),
            Some(("status", "closed")) => {
                item.columns.insert("status".to_owned(), "closed".to_owned());
                return Ok(());
            }
            Some((key, _)) => return Err(format!("unknown line {key}")),
            None => line,
        };
        let answer = match answer {
            "yes" | "y" => "yes",
            "no" | "n" => "no",
            "comment" => "comment",
            "" => return Err("an empty answer".to_owned()),
            _ if survey.has_comments => "other",
            other => return Err(format!("{other} is no answer")),
        };
        let count = item.columns.entry(answer.to_owned()).or_insert_with(|| "0".to_owned());
        *count = (count.parse::<u32>().map_err(|_| "a broken count")? + 1).to_string();
        answers += 1;
    }
    if answers == 0 { Err("nobody answered".to_owned()) } else { Ok(()) }
}

struct Survey {
    title: String,
    has_comments: bool,
}

impl Survey {
    /// The survey that an object of this name belongs to, if any.
    fn named(name: &ObjectName) -> Result<Option<Self>, String> {
        let Some(path) = name.key.strip_prefix("surveys/") else { return Ok(None) };
        let (title, kind) = path.rsplit_once('.').ok_or("what kind of survey?")?;
        if title.is_empty() {
            return Err("a survey without a title".to_owned());
        }
        let has_comments = match kind {
            "vote" => false,
            "poll" => true,
            other => return Err(format!("unknown kind {other}")),
        };
        Ok(Some(Self { title: title.to_owned(), has_comments }))
    }
}
