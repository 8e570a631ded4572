//! Columns that line up.

use super::page::{Page, Paint};

/// A table; the first column is flush left, the others flush right, save for prose in the last two.
pub(super) struct Table<const N: usize> {
    prose: bool,
    head: [&'static str; N],
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    pub(super) fn new(head: [&'static str; N]) -> Self {
        Self { prose: false, head, rows: Vec::new() }
    }

    /// A table whose last two columns are prose, flush left.
    pub(super) fn with_prose(head: [&'static str; N]) -> Self {
        Self { prose: true, ..Self::new(head) }
    }

    pub(super) fn row(&mut self, row: [String; N]) {
        self.rows.push(row);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn write(&self, page: &mut Page) {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.chain([self.head[column].chars().count()]).max().unwrap_or(0)
        };
        let widths: [usize; N] = std::array::from_fn(width);
        let cell = |column: usize, text: &str| {
            let width = widths[column];
            match column {
                0 => format!("  {text:<width$}"),
                _ if self.prose && column + 2 >= N => format!("  {text:<width$}"),
                _ => format!("  {text:>width$}"),
            }
        };
        for (column, text) in self.head.iter().enumerate() {
            page.put(Paint::Dim, &cell(column, text));
        }
        page.end();
        for row in &self.rows {
            for (column, text) in row.iter().enumerate() {
                page.put(Paint::Plain, &cell(column, text));
            }
            page.end();
        }
    }
}
