//! Fortran lines: what is comment, directive or code, and which lines continue which, in both source forms.

/// What a logical line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    Code,
    /// Behind an OpenMP sentinel.
    Directive,
    /// `#…`, for the preprocessor.
    Control,
    /// An OpenMP sentinel where none may stand: the compiler sees a comment.
    Misplaced,
}

/// A logical line: joined text, and where its pieces came from.
#[derive(Debug, Clone)]
pub(crate) struct Logical {
    pub(crate) sort: Sort,
    pub(crate) text: Vec<u8>,
    /// (offset in `text`, offset in the file), rising.
    pieces: Vec<(u32, u32)>,
    /// First byte of the line in the file.
    pub(crate) start: u32,
    /// Text past column 72 that the compiler drops: its bytes in the file.
    pub(crate) dropped: Option<(u32, u32)>,
    /// A literal is open at the end of the text so far.
    quote: Option<u8>,
    /// Fixed form: numeric label.
    pub(crate) label: Option<u32>,
}

impl Logical {
    fn new(sort: Sort, start: usize) -> Self {
        Self {
            sort,
            text: Vec::new(),
            pieces: Vec::new(),
            start: start as u32,
            dropped: None,
            quote: None,
            label: None,
        }
    }

    /// Offset in the file of an offset in the joined text.
    pub(crate) fn file_offset(&self, at: usize) -> usize {
        let index = self.pieces.partition_point(|(t, _)| *t as usize <= at);
        match index.checked_sub(1).map(|i| self.pieces[i]) {
            Some((t, f)) => f as usize + at - t as usize,
            None => self.start as usize,
        }
    }

    /// The line without its blanks, as fixed form reads a directive.
    pub(crate) fn squeezed(&self) -> Self {
        let mut out = Self { text: Vec::new(), pieces: Vec::new(), ..self.clone() };
        for (i, byte) in self.text.iter().enumerate() {
            if !matches!(byte, b' ' | b'\t') {
                out.pieces.push((out.text.len() as u32, self.file_offset(i) as u32));
                out.text.push(*byte);
            }
        }
        out
    }

    fn piece(&mut self, file: usize, bytes: &[u8]) {
        self.pieces.push((self.text.len() as u32, file as u32));
        self.text.extend_from_slice(bytes);
    }

    /// Adds a line's text up to its comment; true if it ends with `&`.
    fn free_piece(&mut self, file: usize, bytes: &[u8]) -> bool {
        let mut end = bytes.len();
        for (i, byte) in bytes.iter().enumerate() {
            match self.quote {
                Some(q) if *byte == q => self.quote = None,
                Some(_) => {}
                None if *byte == b'!' => {
                    end = i;
                    break;
                }
                None if *byte == b'\'' || *byte == b'"' => self.quote = Some(*byte),
                None => {}
            }
        }
        let mut kept = &bytes[..end];
        while let [rest @ .., b' ' | b'\t' | b'\r'] = kept {
            kept = rest;
        }
        let continues = kept.last() == Some(&b'&');
        if continues {
            kept = &kept[..kept.len() - 1];
        } else {
            // An unterminated literal ends with its line.
            self.quote = None;
        }
        self.piece(file, kept);
        continues
    }

    /// Adds columns of a fixed-form line.
    fn fixed_piece(&mut self, file: usize, bytes: &[u8], squeeze: bool) {
        for (i, byte) in bytes.iter().enumerate() {
            match self.quote {
                Some(q) if *byte == q => self.quote = None,
                Some(_) => {}
                None if *byte == b'!' => return,
                None if *byte == b'\'' || *byte == b'"' => self.quote = Some(*byte),
                None => {}
            }
            if squeeze && self.quote.is_none() && matches!(byte, b' ' | b'\t' | b'\r') {
                continue;
            }
            let next = self.pieces.last().is_some_and(|(t, f)| *f as usize + self.text.len() - *t as usize == file + i);
            if !next {
                self.pieces.push((self.text.len() as u32, (file + i) as u32));
            }
            self.text.push(*byte);
        }
    }
}

/// Physical lines with their offsets, line ends removed.
fn physical(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    text.split(|b| *b == b'\n').map(move |line| {
        let start = at;
        at += line.len() + 1;
        (start, line.strip_suffix(b"\r").unwrap_or(line))
    })
}

fn blanks(line: &[u8]) -> usize {
    line.iter().take_while(|b| matches!(b, b' ' | b'\t')).count()
}

fn has_prefix(line: &[u8], prefix: &[u8]) -> bool {
    line.len() >= prefix.len() && line[..prefix.len()].eq_ignore_ascii_case(prefix)
}

/// Splits a free-form text into logical lines. `was_fixed`: it is the compiler's output of a fixed-form source, where
/// column 6 may hold a 0.
pub(crate) fn free(text: &[u8], was_fixed: bool) -> Vec<Logical> {
    let mut out: Vec<Logical> = Vec::new();
    // The logical line that waits for its continuation.
    let mut open: Option<Logical> = None;
    for (start, line) in physical(text) {
        let indent = blanks(line);
        let body = &line[indent..];
        if line.first() == Some(&b'#') && open.as_ref().is_none_or(|o| o.sort != Sort::Control) {
            let mut control = Logical::new(Sort::Control, start);
            control.piece(start, line);
            if line.last() == Some(&b'\\') {
                control.text.pop();
                out.extend(open.take());
                open = Some(control);
            } else if let Some(o) = open.take() {
                // A `#` line may stand between continuation lines.
                out.push(control);
                open = Some(o);
            } else {
                out.push(control);
            }
            continue;
        }
        if let Some(control) = open.as_mut().filter(|o| o.sort == Sort::Control) {
            control.piece(start, line);
            if line.last() == Some(&b'\\') {
                control.text.pop();
            } else {
                out.extend(open.take());
            }
            continue;
        }
        if body.is_empty() {
            continue;
        }
        let (sort, skip) = if has_prefix(body, b"!$omp")
            && body.get(5).is_none_or(|b| (matches!(b, b' ' | b'\t' | b'&' | b'!') || was_fixed && *b == b'0'))
        {
            (Sort::Directive, if was_fixed && body.get(5) == Some(&b'0') { 6 } else { 5 })
        } else if has_prefix(body, b"!$") && body.get(2).is_some_and(|b| matches!(b, b' ' | b'\t' | b'&')) {
            (Sort::Code, 2)
        } else if body[0] == b'!' {
            continue;
        } else {
            (Sort::Code, 0)
        };
        let mut from = indent + skip;
        if let Some(mut o) = open.take() {
            if o.sort == sort {
                let inner = from + blanks(&line[from..]);
                if line.get(inner) == Some(&b'&') {
                    from = inner + 1;
                } else if o.quote.is_none() {
                    o.text.push(b' ');
                }
                if o.free_piece(start + from, &line[from..]) {
                    open = Some(o);
                } else {
                    out.push(o);
                }
                continue;
            }
            out.push(o);
        }
        let mut logical = Logical::new(sort, start + indent);
        if logical.free_piece(start + from, &line[from..]) {
            open = Some(logical);
        } else {
            out.push(logical);
        }
    }
    out.extend(open);
    out
}

/// Last column of a fixed-form line that counts.
const LAST_COLUMN: usize = 72;

/// Splits a fixed-form text into logical lines.
pub(crate) fn fixed(text: &[u8]) -> Vec<Logical> {
    let mut out: Vec<Logical> = Vec::new();
    for (start, line) in physical(text) {
        if line.first() == Some(&b'#') {
            let mut control = Logical::new(Sort::Control, start);
            control.piece(start, line);
            out.push(control);
            continue;
        }
        let comment = matches!(line.first(), Some(b'c' | b'C' | b'*' | b'!' | b'd' | b'D'));
        let sentinel =
            comment && matches!(line.first(), Some(b'c' | b'C' | b'*' | b'!')) && line.len() >= 2 && line[1] == b'$';
        let (sort, line_text) = if sentinel && has_prefix(&line[1..], b"$omp") {
            (Sort::Directive, line)
        } else if sentinel
            && line[2..line.len().min(5)].iter().all(|b| b.is_ascii_digit() || *b == b' ')
            && line.len() > 5
        {
            (Sort::Code, line)
        } else if comment || line.iter().all(|b| matches!(b, b' ' | b'\t')) {
            continue;
        } else {
            let indent = blanks(line);
            if line[indent] == b'!' && indent != 5 {
                if has_prefix(&line[indent..], b"!$omp") {
                    let mut misplaced = Logical::new(Sort::Misplaced, start + indent);
                    misplaced.piece(start + indent, &line[indent..]);
                    out.push(misplaced);
                }
                continue;
            }
            (Sort::Code, line)
        };
        fixed_line(&mut out, sort, start, line_text, sentinel);
    }
    out
}

fn fixed_line(out: &mut Vec<Logical>, sort: Sort, start: usize, line: &[u8], sentinel: bool) {
    let head = if sort == Sort::Directive { 5 } else { 0 };
    // A tab in the first columns leads to the text; a digit behind it continues.
    let tab = line[head.min(line.len())..line.len().min(6)].iter().position(|b| *b == b'\t').map(|t| head + t);
    let (mark, from) = match tab {
        Some(t) => {
            let digit = line.get(t + 1).is_some_and(|b| b.is_ascii_digit() && *b != b'0');
            (digit, t + 1 + usize::from(digit))
        }
        None => (line.get(5).is_some_and(|b| !matches!(b, b' ' | b'0' | b'\t')), 6.min(line.len())),
    };
    let end = if tab.is_some() { line.len() } else { line.len().min(LAST_COLUMN) };
    let from = from.min(end);
    let kept = &line[from..end];
    let squeeze = sort == Sort::Directive;
    let rest = &line[end..];
    let dropped = rest
        .iter()
        .position(|b| !matches!(b, b' ' | b'\t' | b'\r'))
        .filter(|i| rest[*i] != b'!' && !kept.contains(&b'!'))
        .map(|i| ((start + end + i) as u32, (start + line.len()) as u32));
    if mark
        && let Some(last) = out.iter_mut().rev().find(|l| l.sort == Sort::Directive || l.sort == Sort::Code)
        && last.sort == sort
    {
        last.fixed_piece(start + from, kept, squeeze);
        last.dropped = last.dropped.or(dropped);
        return;
    }
    let mut logical = Logical::new(sort, start);
    if sort == Sort::Code {
        let label: Vec<u8> =
            line[usize::from(sentinel) * 2..line.len().min(5)].iter().copied().filter(u8::is_ascii_digit).collect();
        logical.label = std::str::from_utf8(&label).ok().and_then(|l| l.parse().ok());
    }
    logical.fixed_piece(start + from, kept, squeeze);
    logical.dropped = dropped;
    out.push(logical);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(lines: &[Logical]) -> Vec<(Sort, String)> {
        lines.iter().map(|l| (l.sort, String::from_utf8_lossy(&l.text).trim().to_owned())).collect()
    }

    #[test]
    fn free_form_joins_what_continues() {
        let lines = free(
            b"!$omp target &\n! note\n\n!$omp& map(to&\n!$omp&from: y)\nx = 'a&\n  &b!' ! c\n!$ y = 1\n!$ompx z\n",
            false,
        );
        let expected = [
            (Sort::Directive, "target  map(tofrom: y)".to_owned()),
            (Sort::Code, "x = 'ab!'".to_owned()),
            (Sort::Code, "y = 1".to_owned()),
        ];
        assert_eq!(show(&lines), expected);
    }

    #[test]
    fn fixed_form_counts_columns() {
        let text =
            b"C$OMP TARGET MA P(TO:X)\n*$omp1 nowait\n      X = 1\n     & + 2\n   10 CONTINUE\n      !$omp target\n";
        let lines = fixed(text);
        let expected = [
            (Sort::Directive, "TARGETMAP(TO:X)nowait".to_owned()),
            (Sort::Code, "X = 1 + 2".to_owned()),
            (Sort::Code, "CONTINUE".to_owned()),
            (Sort::Misplaced, "!$omp target".to_owned()),
        ];
        assert_eq!(show(&lines), expected);
        assert_eq!(lines[2].label, Some(10));
    }

    #[test]
    fn text_past_column_72_is_dropped() {
        let text = format!("C$OMP TARGET{}HAS_DEVICE_ADDR(X)\n", " ".repeat(60));
        let lines = fixed(text.as_bytes());
        assert_eq!(lines[0].text, b"TARGET");
        assert!(lines[0].dropped.is_some());
    }
}
