//! Reads flang's symbol dump (`-fdebug-dump-symbols`): which procedures a file defines, and their dummy arguments.
//!
//! ```text
//! kernel, BIND(C) (Subroutine): Subprogram bindName:kernel (REAL(8) x,INTEGER(8) n)
//! Subprogram scope: kernel size=56 alignment=8 sourceRange=150 bytes
//!   n, VALUE size=8 offset=0: ObjectEntity dummy type: INTEGER(8)
//!   x, INTENT(IN) size=48 offset=8: ObjectEntity dummy type: REAL(8) shape: 1_8:n
//! ```

/// A procedure defined in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Procedure {
    /// Its Fortran name, lower case.
    pub(super) name: String,
    /// Whether it is a function.
    pub(super) function: bool,
    /// Its C name, when it has `bind(c)`.
    pub(super) c_name: Option<String>,
    /// Dummy arguments in order.
    pub(super) dummies: Vec<Dummy>,
}

/// One dummy argument.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Dummy {
    pub(super) name: String,
    /// `REAL(8)`, `TYPE(c_ptr)`.
    pub(super) kind: String,
    /// `VALUE`, `INTENT(IN)`, `POINTER`, ….
    pub(super) attributes: Vec<String>,
    /// `1_8:n`, `1_8:*`, `:`; nothing for a scalar.
    pub(super) shape: Option<String>,
}

impl Dummy {
    pub(super) fn has(&self, attribute: &str) -> bool {
        self.attributes.iter().any(|a| a == attribute)
    }
}

/// The procedures that `dump` says the file defines. Interface bodies and names used from elsewhere are none.
pub(super) fn procedures(dump: &str) -> Vec<Procedure> {
    let lines: Vec<&str> = dump.lines().collect();
    lines.iter().enumerate().filter_map(|(at, line)| procedure(line, &lines[at + 1..])).collect()
}

fn procedure(line: &str, after: &[&str]) -> Option<Procedure> {
    let (head, details) = line.split_once("): Subprogram ")?;
    let (head, kind) = head.rsplit_once(" (")?;
    if head.contains("HostAssoc") || details.starts_with("isInterface") {
        return None;
    }
    let name = names(head).next().filter(|name| !name.is_empty())?;
    let c_name = details.strip_prefix("bindName:").and_then(|rest| rest.split(' ').next()).map(str::to_owned);
    let list = details.rfind(" (").map_or(details, |at| &details[at + 1..]);
    let order = split(list.trim_start_matches('(').trim_end_matches(')'));
    let body = scope(&name, after);
    let dummies = order.iter().map(|argument| {
        let name = argument.rsplit(' ').next().unwrap_or_default();
        body.iter()
            .find(|d| d.name == name)
            .cloned()
            .unwrap_or_else(|| Dummy { name: name.to_owned(), ..Dummy::default() })
    });
    Some(Procedure { function: kind == "Function", c_name, dummies: dummies.collect(), name })
}

/// The dummy arguments listed in the first scope of that name.
fn scope(name: &str, lines: &[&str]) -> Vec<Dummy> {
    let title = format!("Subprogram scope: {name} ");
    let Some(at) = lines.iter().position(|line| line.trim_start().starts_with(&title)) else { return Vec::new() };
    let depth = indent(lines[at]);
    lines[at + 1..].iter().take_while(|line| indent(line) > depth).filter_map(|line| dummy(line)).collect()
}

fn dummy(line: &str) -> Option<Dummy> {
    let (head, details) = line.trim_start().split_once(": ObjectEntity dummy type: ")?;
    let head = head.split(" size=").next()?;
    let mut names = names(head);
    let (kind, shape) = match details.split_once(" shape: ") {
        Some((kind, shape)) => (kind, Some(shape.trim().to_owned())),
        None => (details, None),
    };
    Some(Dummy { name: names.next()?, kind: kind.trim().to_owned(), attributes: names.collect(), shape })
}

/// A symbol's name and its attributes: `x, INTENT(IN), VALUE`.
fn names(head: &str) -> impl Iterator<Item = String> {
    split(head.trim()).into_iter().map(|part| part.trim().to_owned())
}

/// Splits at commas outside parentheses.
fn split(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_u32, 0);
    for (at, c) in list.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if start < list.len() {
        parts.push(&list[start..]);
    }
    parts
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUMP: &str = "\
Global scope: size=0 alignment=1 sourceRange=0 bytes
  m: Module
  Module scope: m size=0 alignment=1 sourceRange=415 bytes
    c_f_procpointer (Subroutine): HostAssoc => c_f_procpointer (Subroutine): Subprogram (TYPE(c_funptr) cptr,fptr)
    f, BIND(C), PUBLIC (Function): Subprogram bindName:kernel result:REAL(4) f (REAL(4) x)
    kernel, BIND(C), EXTERNAL, PUBLIC (Subroutine): Subprogram isInterface bindName:kernel (TYPE(c_ptr) a)
    k2, PUBLIC (Subroutine): Subprogram (CHARACTER(1_8,1) c,REAL(8) y)
    Subprogram scope: kernel size=8 alignment=8 sourceRange=74 bytes
      a, VALUE size=8 offset=0: ObjectEntity dummy type: TYPE(c_ptr)
    Subprogram scope: f size=8 alignment=4 sourceRange=76 bytes
      f size=4 offset=0: ObjectEntity funcResult type: REAL(4)
      x, VALUE size=4 offset=4: ObjectEntity dummy type: REAL(4)
    Subprogram scope: k2 size=112 alignment=8 sourceRange=163 bytes
      c: ObjectEntity dummy type: CHARACTER(1_8,1) shape: 1_8:*
      y, INTENT(OUT), OPTIONAL size=48 offset=8: ObjectEntity dummy type: REAL(8) shape: 1_8:10_8,1_8:*
      z size=48 offset=8: ObjectEntity type: REAL(8) shape: :
";

    #[test]
    fn definitions_are_found_and_interface_bodies_are_not() {
        let found = procedures(DUMP);
        let names: Vec<&str> = found.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["f", "k2"]);
        assert!(found[0].function);
        assert_eq!(found[0].c_name.as_deref(), Some("kernel"));
        assert_eq!(found[1].c_name, None);
    }

    #[test]
    fn dummies_come_in_order_with_their_attributes_and_shapes() {
        let k2 = &procedures(DUMP)[1].dummies;
        assert_eq!((k2[0].name.as_str(), k2[0].kind.as_str()), ("c", "CHARACTER(1_8,1)"));
        assert_eq!(k2[0].shape.as_deref(), Some("1_8:*"));
        assert_eq!(k2[1].attributes, ["INTENT(OUT)", "OPTIONAL"]);
        assert_eq!(k2[1].shape.as_deref(), Some("1_8:10_8,1_8:*"));
    }

    #[test]
    fn garbage_has_no_procedures() {
        assert_eq!(procedures("): Subprogram \n(): Subprogram (\n , (x): Subprogram bindName:"), []);
    }
}
