//! Where in a document a validator is, without allocating for it.

use std::fmt::Write;

use super::short::{SHORT, Short};

/// A place in an instance: a chain of steps on the stack, which becomes a JSON Pointer only when something is to be said.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    step: Option<(&'a Place<'a>, Step<'a>)>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Member(&'a str),
    Item(usize),
}

impl<'a> Place<'a> {
    /// The whole document.
    pub const ROOT: Place<'static> = Place { step: None };

    /// The member `name` of the object at this place.
    pub fn member(&'a self, name: &'a str) -> Self {
        Self { step: Some((self, Step::Member(name))) }
    }

    /// The item `idx` of the array at this place.
    pub fn item(&'a self, idx: usize) -> Self {
        Self { step: Some((self, Step::Item(idx))) }
    }

    /// The place as a JSON Pointer (RFC 6901): `~` is written `~0` and `/` is written `~1`.
    pub fn pointer(&self) -> Short {
        let (length, is_plain) = self.length();
        if is_plain && length <= SHORT {
            return self.short_pointer(length);
        }
        let mut pointer = String::with_capacity(length);
        self.write_to(&mut pointer);
        pointer.into()
    }

    /// How long the pointer is, unless there is something to escape; and whether there is nothing.
    fn length(&self) -> (usize, bool) {
        let (mut length, mut is_plain, mut place) = (0, true, self);
        while let Some((parent, step)) = &place.step {
            length += match step {
                Step::Member(name) => {
                    is_plain &= !name.bytes().fold(false, |escaped, byte| escaped | matches!(byte, b'~' | b'/'));
                    1 + name.len()
                }
                Step::Item(idx) => 2 + idx.checked_ilog10().unwrap_or_default() as usize,
            };
            place = parent;
        }
        (length, is_plain)
    }

    /// The pointer, which is short and has nothing to escape: from its end, as the steps are linked.
    fn short_pointer(&self, length: usize) -> Short {
        let mut bytes = [0; SHORT];
        let (mut end, mut place) = (length, self);
        while let Some((parent, step)) = &place.step {
            match step {
                Step::Member(name) => {
                    bytes[end - name.len()..end].copy_from_slice(name.as_bytes());
                    end -= name.len();
                }
                Step::Item(idx) => {
                    let mut rest = *idx;
                    loop {
                        end -= 1;
                        bytes[end] = b'0' + (rest % 10) as u8;
                        rest /= 10;
                        if rest == 0 {
                            break;
                        }
                    }
                }
            }
            end -= 1;
            bytes[end] = b'/';
            place = parent;
        }
        Short::here(bytes, length)
    }

    /// The recursion is as deep as the document.
    fn write_to(&self, pointer: &mut String) {
        let Some((parent, step)) = &self.step else { return };
        parent.write_to(pointer);
        pointer.push('/');
        match step {
            Step::Member(name) => push_escaped(name, pointer),
            Step::Item(idx @ 0..10) => pointer.push(char::from(b'0' + *idx as u8)),
            Step::Item(idx) => write!(pointer, "{idx}").expect("a `String` takes all that is written"),
        }
    }
}

fn push_escaped(name: &str, pointer: &mut String) {
    let mut pushed = 0;
    for (idx, byte) in name.bytes().enumerate() {
        let escaped = match byte {
            b'~' => "~0",
            b'/' => "~1",
            _ => continue,
        };
        pointer.push_str(&name[pushed..idx]);
        pointer.push_str(escaped);
        pushed = idx + 1;
    }
    pointer.push_str(&name[pushed..]);
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn a_place_is_a_pointer() {
        assert_eq!(&*Place::ROOT.pointer(), "");
        let stops = Place::ROOT.member("stops");
        let second = stops.item(1);
        assert_eq!(&*second.member("a/b~c").pointer(), "/stops/1/a~1b~0c");
        assert_eq!(&*second.member("name").pointer(), "/stops/1/name");
        let (room, more) = ("x".repeat(20), "x".repeat(21));
        assert_eq!(second.member(&room).pointer().to_string(), format!("/stops/1/{room}"));
        assert_eq!(second.member(&more).pointer().to_string(), format!("/stops/1/{more}"));
        assert_eq!(&*Place::ROOT.member("").pointer(), "/");
        assert_eq!(&*Place::ROOT.member("/é~~é/").pointer(), "/~1é~0~0é~1");
        for idx in [0, 9, 10, 123, usize::MAX] {
            assert_eq!(Place::ROOT.item(idx).pointer().to_string(), format!("/{idx}"));
        }
    }
}
