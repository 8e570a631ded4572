//! Byte offsets to lines and columns.

/// Where each line of a text starts.
pub(crate) struct Lines {
    starts: Vec<u32>,
    length: u32,
}

impl Lines {
    pub(crate) fn new(text: &[u8]) -> Self {
        let mut starts = vec![0];
        // A carriage return of its own ends a line too, for clang.
        let ends = |i: &usize| text[*i] == b'\n' || text[*i] == b'\r' && text.get(i + 1).is_some_and(|b| *b != b'\n');
        starts.extend((0..text.len()).filter(ends).map(|i| i as u32 + 1));
        Self { starts, length: text.len() as u32 }
    }

    /// Line of a byte, from 1.
    pub(crate) fn line(&self, at: u32) -> u32 {
        self.starts.partition_point(|s| *s <= at) as u32
    }

    /// Line and byte column of a byte, both from 1.
    pub(crate) fn position(&self, at: u32) -> (u32, u32) {
        let line = self.line(at);
        (line, at - self.starts[line as usize - 1] + 1)
    }

    /// Bytes of a line (from 1), its newline excluded; the last line for one past the end.
    pub(crate) fn range(&self, line: u32) -> std::ops::Range<usize> {
        let index = (line.max(1) as usize - 1).min(self.starts.len() - 1);
        let end = self.starts.get(index + 1).map_or(self.length, |next| next - 1);
        self.starts[index] as usize..end as usize
    }

    pub(crate) fn count(&self) -> u32 {
        self.starts.len() as u32
    }
}
