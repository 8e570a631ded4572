//! The rewrites: launches and dynamic shared memory, token by token, line by line where they were.
//!
//! | HIP | C++ |
//! |---|---|
//! | `k<T><<<g, b, s, t>>>(x, y)` | `judge_hip::kernel([&](auto... a) { k<T>(a...); }, "k<T>").on(g, b, s, t)(x, y)` |
//! | `extern __shared__ T s[];` | `extern __thread T s[] __asm__("judge_hip_dynamic");` |
//! | `__launch_bounds__(n) … k(…) {` | `… k(…) { judge_hip::bound(n);` |
//!
//! The lambda calls the kernel by its own spelling, so that template arguments are deduced and overloads chosen as HIP does.

use super::token::{Kind, Token, tokens};

/// A launch that is not one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RewriteError {
    /// `<<<` without its `>>>`.
    #[error("line {line}: this `<<<` has no matching `>>>` followed by the kernel's arguments in parentheses")]
    NotClosed {
        /// Line of the `<<<`, from 1.
        line: usize,
    },
    /// `<<<` after nothing that could name a kernel.
    #[error("line {line}: no kernel is named before this `<<<`")]
    NoKernel {
        /// Line of the `<<<`, from 1.
        line: usize,
    },
}

/// C++ source that our host headers can compile, from HIP source. Every line keeps its number.
///
/// # Errors
/// When a launch is malformed.
pub fn rewrite(source: &str) -> Result<String, RewriteError> {
    let tokens = tokens(source);
    let code = Code { source, tokens: &tokens };
    let mut edits = Vec::new();
    for at in 0..tokens.len() {
        if code.is_launch(at) {
            code.launch(at, &mut edits)?;
        } else if code.is_word(at, "__shared__") {
            code.shared(at, &mut edits);
        } else if code.is_word(at, "__launch_bounds__") {
            code.bounds(at, &mut edits);
        }
    }
    Ok(apply(source, edits))
}

/// Replaces the bytes from `start` to `end`.
struct Edit {
    start: usize,
    end: usize,
    text: String,
}

fn apply(source: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| edit.start);
    let (mut text, mut at) = (String::with_capacity(source.len() + 100 * edits.len()), 0);
    for edit in edits {
        text.push_str(&source[at..edit.start.max(at)]);
        text.push_str(&edit.text);
        at = edit.end.max(at);
    }
    text.push_str(&source[at..]);
    text
}

struct Code<'a> {
    source: &'a str,
    tokens: &'a [Token],
}

impl Code<'_> {
    fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|t| t.kind)
    }

    fn is(&self, at: usize, mark: u8) -> bool {
        self.kind(at) == Some(Kind::Mark(mark))
    }

    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| &self.source[t.start..t.end])
    }

    fn is_word(&self, at: usize, word: &str) -> bool {
        self.kind(at) == Some(Kind::Word) && self.text(at) == word
    }

    fn line(&self, at: usize) -> usize {
        1 + self.source[..self.tokens[at].start].matches('\n').count()
    }

    /// How many marks of one kind stand together from `at` on, without a gap.
    fn run(&self, at: usize, mark: u8) -> usize {
        let adjoins = |i: usize| i == at || self.tokens[i].start == self.tokens[i - 1].end;
        (at..self.tokens.len()).take_while(|&i| self.is(i, mark) && adjoins(i)).count()
    }

    fn is_launch(&self, at: usize) -> bool {
        let begins = at == 0 || !self.is(at - 1, b'<') || self.tokens[at - 1].end != self.tokens[at].start;
        // `operator<<<T>` is a stream operator's template argument list.
        begins && self.is(at, b'<') && self.run(at, b'<') == 3 && (at == 0 || !self.is_word(at - 1, "operator"))
    }

    fn launch(&self, open: usize, edits: &mut Vec<Edit>) -> Result<(), RewriteError> {
        let line = self.line(open);
        let kernel = self.kernel(open).ok_or(RewriteError::NoKernel { line })?;
        let close = self.close(open + 3, 0).ok_or(RewriteError::NotClosed { line })?;
        let (start, end) = (self.tokens[kernel].start, self.tokens[open].start);
        let name = self.source[start..end].split_whitespace().collect::<Vec<_>>().join(" ");
        edits.push(Edit {
            start,
            end: start,
            text: "::judge_hip::kernel([&](auto... judge_hip_argument) { ".to_owned(),
        });
        edits.push(Edit {
            start: end,
            end: self.tokens[open + 2].end,
            text: format!("(judge_hip_argument...); }}, \"{}\").on(", name.escape_default()),
        });
        edits.push(Edit { start: self.tokens[close].start, end: self.tokens[close + 2].end, text: ")".to_owned() });
        Ok(())
    }

    /// The first token of the expression that names the kernel, going back from its `<<<`.
    fn kernel(&self, open: usize) -> Option<usize> {
        let mut at = open.checked_sub(1)?;
        loop {
            at = match self.kind(at)? {
                Kind::Mark(b'>') => self.angle_open(at)?.checked_sub(1)?,
                Kind::Mark(b']') => self.open_of(at)?.checked_sub(1)?,
                Kind::Mark(b')') => {
                    let open = self.open_of(at)?;
                    let called = open.checked_sub(1).is_some_and(|before| self.is_name_end(before));
                    if !called {
                        return Some(open);
                    }
                    open - 1
                }
                Kind::Word => match self.qualified(at) {
                    Qualified::From(before) => before,
                    Qualified::Starts(first) => return Some(first),
                },
                _ => return None,
            };
        }
    }

    /// What stands before a name: `a::`, `a.`, `a->`, `::`, or nothing of it.
    fn qualified(&self, name: usize) -> Qualified {
        let first = if name > 0 && self.is_word(name - 1, "template") { name - 1 } else { name };
        let two = |a: u8, b: u8| first >= 2 && self.is(first - 2, a) && self.is(first - 1, b);
        if two(b':', b':') {
            let joins = first >= 3 && self.is_name_end(first - 3);
            return if joins { Qualified::From(first - 3) } else { Qualified::Starts(first - 2) };
        }
        if two(b'-', b'>') && first >= 3 {
            return Qualified::From(first - 3);
        }
        if first >= 2 && self.is(first - 1, b'.') {
            return Qualified::From(first - 2);
        }
        Qualified::Starts(name)
    }

    /// Whether a name or its template arguments end here; keywords that may stand before an expression do not count.
    fn is_name_end(&self, at: usize) -> bool {
        const KEYWORDS: [&str; 5] = ["return", "else", "do", "co_return", "case"];
        self.is(at, b'>') || (self.kind(at) == Some(Kind::Word) && !KEYWORDS.contains(&self.text(at)))
    }

    /// The bracket that the closing bracket at `at` belongs to.
    fn open_of(&self, at: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for i in (0..=at).rev() {
            match self.kind(i)? {
                Kind::Mark(b')' | b']' | b'}') => depth += 1,
                Kind::Mark(b'(' | b'[' | b'{') => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(i);
                    }
                }
                Kind::DirectiveEnd => return None,
                _ => {}
            }
        }
        None
    }

    /// The `<` of the template argument list that ends at `at`.
    fn angle_open(&self, at: usize) -> Option<usize> {
        let (mut depth, mut i) = (0_usize, at);
        loop {
            match self.kind(i)? {
                Kind::Mark(b')' | b']' | b'}') => i = self.open_of(i)?,
                Kind::Mark(b'>') if i > 0 && self.is(i - 1, b'-') => {}
                Kind::Mark(b'>') => depth += 1,
                Kind::Mark(b'<') => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(i);
                    }
                }
                Kind::Mark(b';') | Kind::DirectiveEnd => return None,
                _ => {}
            }
            i = i.checked_sub(1)?;
        }
    }

    /// The first mark of the `>>>` that ends a configuration, from `from` on, with `angles` template lists open.
    ///
    /// A `<` after a name opens a template list or compares. What decides is what makes the `>>>` come out.
    fn close(&self, from: usize, angles: usize) -> Option<usize> {
        let (mut at, mut angles) = (from, angles);
        while let Some(kind) = self.kind(at) {
            match kind {
                Kind::Mark(b'(' | b'[' | b'{') => at = self.close_of(at)?,
                Kind::Mark(b')' | b']' | b'}' | b';') | Kind::DirectiveEnd => return None,
                Kind::Mark(b'<') if self.run(at, b'<') > 1 => at += 1,
                Kind::Mark(b'<') if at > 0 && self.kind(at - 1) == Some(Kind::Word) => angles += 1,
                Kind::Mark(b'>') if self.is(at - 1, b'-') => {}
                Kind::Mark(b'>') => {
                    let marks = self.run(at, b'>');
                    let closer = at + marks.saturating_sub(3);
                    let called = marks >= 3 && self.is(at + marks, b'(');
                    if called && (marks == angles + 3 || (marks == 3 && angles < 3)) {
                        return Some(closer);
                    }
                    if called && marks == 3 {
                        // Three template lists end here, unless no other `>>>` follows.
                        return self.close(at + 3, angles - 3).or(Some(closer));
                    }
                    angles = angles.saturating_sub(marks);
                    at += marks - 1;
                }
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// The bracket that closes the one at `at`.
    fn close_of(&self, at: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for i in at..self.tokens.len() {
            match self.kind(i)? {
                Kind::Mark(b'(' | b'[' | b'{') => depth += 1,
                Kind::Mark(b')' | b']' | b'}') => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(i);
                    }
                }
                Kind::DirectiveEnd => return None,
                _ => {}
            }
        }
        None
    }

    /// `extern` beside `__shared__`: dynamic shared memory. Anything else is left to the headers.
    fn shared(&self, at: usize, edits: &mut Vec<Edit>) {
        let ends =
            |i: usize| matches!(self.kind(i), Some(Kind::Mark(b';' | b'{' | b'}' | b'#') | Kind::DirectiveEnd) | None);
        let before = (0..at).rev().take_while(|&i| !ends(i)).find(|&i| self.is_word(i, "extern"));
        let after = (at..).take_while(|&i| !ends(i)).find(|&i| self.is_word(i, "extern"));
        let Some(word) = before.or(after) else { return };
        let token = self.tokens[word];
        edits.push(Edit { start: token.start, end: token.end, text: "extern __thread".to_owned() });
        let token = self.tokens[at];
        edits.push(Edit { start: token.start, end: token.end, text: String::new() });
        let mut last = at.max(word);
        let mut i = last + 1;
        while !ends(i) {
            match self.kind(i) {
                Some(Kind::Mark(b'(' | b'[')) => i = self.close_of(i).unwrap_or(i),
                Some(Kind::Mark(b',')) => edits.push(self.dynamic(last)),
                _ => {}
            }
            last = i;
            i += 1;
        }
        edits.push(self.dynamic(last));
    }

    /// Names the storage behind the declarator that ends at token `last`.
    fn dynamic(&self, last: usize) -> Edit {
        let end = self.tokens[last].end;
        Edit { start: end, end, text: " __asm__(\"judge_hip_dynamic\")".to_owned() }
    }

    /// Checks the bound where the kernel's body begins; a declaration has none.
    fn bounds(&self, at: usize, edits: &mut Vec<Edit>) {
        if !self.is(at + 1, b'(') {
            return;
        }
        let Some(end) = self.close_of(at + 1) else { return };
        let comma = (at + 2..end).find(|&i| self.is(i, b',')).unwrap_or(end);
        if comma == at + 2 {
            return;
        }
        let bound = &self.source[self.tokens[at + 2].start..self.tokens[comma - 1].end];
        let mut i = end + 1;
        while let Some(kind) = self.kind(i) {
            match kind {
                Kind::Mark(b'(' | b'[') => match self.close_of(i) {
                    Some(close) => i = close,
                    None => return,
                },
                Kind::Mark(b'{') => {
                    let start = self.tokens[i].end;
                    edits.push(Edit { start, end: start, text: format!(" ::judge_hip::bound({bound});") });
                    return;
                }
                Kind::Mark(b';') | Kind::DirectiveEnd => return,
                _ => {}
            }
            i += 1;
        }
    }
}

enum Qualified {
    /// The name goes on before this token.
    From(usize),
    /// The name starts at this token.
    Starts(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kernel, configuration and rest that a launch was split into.
    fn split(source: &str) -> Vec<(String, String)> {
        let text = rewrite(source).unwrap_or_else(|e| panic!("{source}: {e}"));
        assert_eq!(text.matches('\n').count(), source.matches('\n').count(), "{source}");
        text.split("::judge_hip::kernel([&](auto... judge_hip_argument) { ")
            .skip(1)
            .map(|part| {
                let (kernel, rest) = part.split_once("(judge_hip_argument...); }, \"").expect("a kernel");
                let (_, configuration) = rest.split_once("\").on(").expect("a configuration");
                (kernel.to_owned(), configuration.to_owned())
            })
            .collect()
    }

    #[test]
    fn the_kernel_before_a_launch_is_found_whole() {
        for (source, kernel) in [
            ("k<<<1, 2>>>(x);", "k"),
            ("return k<<<1, 2>>>(x);", "k"),
            ("if (c) k<<<1, 2>>>(x); else k2(y);", "k"),
            ("; ns::inner::k<double, 4><<<1, 2>>>(x);", "ns::inner::k<double, 4>"),
            ("; ::k<<<1, 2>>>(x);", "::k"),
            ("k<(A > B), std::pair<int, int>> <<<1, 2>>>(x);", "k<(A > B), std::pair<int, int>> "),
            ("k<T><<<1, 2>>>(x);", "k<T>"),
            ("a = 1; (c ? k : k2)<<<1, 2>>>(x);", "(c ? k : k2)"),
            ("table[i + f(1)]<<<1, 2>>>(x);", "table[i + f(1)]"),
            ("o.kernels->at(3)<<<1, 2>>>(x);", "o.kernels->at(3)"),
            ("pick<int>(3)<<<1, 2>>>(x);", "pick<int>(3)"),
            ("s.template k<T><<<1, 2>>>(x);", "s.template k<T>"),
            ("X::template k<T><<<1, 2>>>(x);", "X::template k<T>"),
            ("k /* three < */ <<<1, 2>>>(x);", "k /* three < */ "),
            ("a << b; k<<<1, 2>>>(x);", "k"),
            ("#define GO(k, ...) k<<<1, 2>>>(__VA_ARGS__)", "k"),
            ("k<'<', \">>>\"[0]><<<1, 2>>>(x);", "k<'<', \">>>\"[0]>"),
            ("k<p->n><<<1, 2>>>(x);", "k<p->n>"),
        ] {
            assert_eq!(split(source)[0].0, kernel, "{source}");
        }
    }

    #[test]
    fn the_configuration_ends_at_its_own_closing_marks() {
        for (source, rest) in [
            ("k<<<g, b>>>(x);", "g, b)(x);"),
            (
                "k<<<(n + 255) / 256, 256, 8 * sizeof(double), s>>>(x);",
                "(n + 255) / 256, 256, 8 * sizeof(double), s)(x);",
            ),
            ("k<<<n >> 8, 1 << 8>>>(x);", "n >> 8, 1 << 8)(x);"),
            ("k<<<n < 5 ? 1 : 2, b>>>(x);", "n < 5 ? 1 : 2, b)(x);"),
            ("k<<<n > 5 ? 1 : 2, b>>>(x);", "n > 5 ? 1 : 2, b)(x);"),
            ("k<<<f<A<B<int>>>(3), 4>>>(x);", "f<A<B<int>>>(3), 4)(x);"),
            ("k<<<1, f<int>::v>>>(x);", "1, f<int>::v)(x);"),
            ("k<<<1, V<A<int>>>>>(x);", "1, V<A<int>>)(x);"),
            ("k<<<1, dim3(f<A<B<int>>>(3))>>>(x);", "1, dim3(f<A<B<int>>>(3)))(x);"),
            ("k<<<p->g, {1, 2}>>>(x);", "p->g, {1, 2})(x);"),
            ("k<<<\n  g, // >>>(\n  b\n>>>(\n  x);", "\n  g, // >>>(\n  b\n)(\n  x);"),
        ] {
            assert_eq!(split(source)[0].1, rest, "{source}");
        }
    }

    #[test]
    fn several_launches_on_one_line_stay_apart() {
        let found = split("k<<<1, 2>>>(x), k2<T><<<3, 4>>>(y); k3<<<a < b, c>>>(z);");
        let kernels: Vec<&str> = found.iter().map(|(kernel, _)| kernel.as_str()).collect();
        assert_eq!(kernels, ["k", "k2<T>", "k3"]);
    }

    #[test]
    fn what_is_no_launch_stays_as_it_is() {
        for source in [
            "// k<<<1, 2>>>(x);\n",
            "/* k<<<1, 2>>>(x); */",
            "const char *s = \"k<<<1, 2>>>(x)\";",
            "auto s = R\"(k<<<1, 2>>>(x))\";",
            "x.operator<<<int>(3);",
            "a << b << c; d >> e;",
            "#error don't <\n#include <hip/hip_runtime.h>\n",
            "__shared__ double t[256];",
            "A<B<C<int>>> v;",
        ] {
            assert_eq!(rewrite(source).as_deref(), Ok(source));
        }
    }

    #[test]
    fn the_name_is_a_string_whatever_is_in_it() {
        let text = rewrite("k<'\"',\n 'x'><<<1, 2>>>(x);").expect("a launch");
        assert!(text.contains(r#""k<\'\"\', \'x\'>").on("#), "{text}");
    }

    #[test]
    fn dynamic_shared_memory_is_one_storage_under_any_name() {
        const STORE: &str = " __asm__(\"judge_hip_dynamic\")";
        for (source, expected) in [
            ("{ extern __shared__ double s[]; }", format!("{{ extern __thread  double s[]{STORE}; }}")),
            ("extern __align__(16) __shared__ char s[];", format!("extern __thread __align__(16)  char s[]{STORE};")),
            ("__shared__ extern T a[], b[];", format!(" extern __thread T a[]{STORE}, b[]{STORE};")),
            (
                "#define S extern __shared__ int s[] // all\n",
                format!("#define S extern __thread  int s[]{STORE} // all\n"),
            ),
        ] {
            assert_eq!(rewrite(source).as_deref(), Ok(expected.as_str()));
        }
    }

    #[test]
    fn bounds_are_checked_where_the_body_begins() {
        for (source, expected) in [
            ("__global__ void __launch_bounds__(256, 2) k(int (*f)(int)) { x; }", "{ ::judge_hip::bound(256); x; }"),
            ("template <int B> __global__ __launch_bounds__(B * 2) void k() {}", "{ ::judge_hip::bound(B * 2);}"),
        ] {
            assert!(rewrite(source).expect("text").ends_with(expected), "{source}");
        }
        let declared = "__global__ void __launch_bounds__(256) k(int); void f() { }";
        assert_eq!(rewrite(declared).as_deref(), Ok(declared));
    }

    #[test]
    fn a_malformed_launch_is_named_by_its_line() {
        for source in ["\nk<<<1, 2>>;", "\nk<<<1, 2>>> x;", "\nk<<<1, 2", "\nk<<<(1, 2>>>(x);"] {
            assert_eq!(rewrite(source), Err(RewriteError::NotClosed { line: 2 }), "{source}");
        }
        assert_eq!(rewrite("= <<<1, 2>>>(x);"), Err(RewriteError::NoKernel { line: 1 }));
    }
}
