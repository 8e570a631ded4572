//! Tokens and interned words, shared by the C and Fortran lexers.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};
use std::sync::LazyLock;

/// Bytes `start..end` of the text that was lexed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Bytes {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Bytes {
    pub(crate) const fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    pub(crate) fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Identifier or keyword; Fortran's are lower case.
    Word,
    /// Number.
    Number,
    /// String or character literal.
    Text,
    /// Operator or bracket; `sym` is [`punct`] of its spelling.
    Punct,
    /// An OpenMP directive; `sym` is its index.
    Directive,
    /// End of a Fortran statement or of a preprocessor line.
    Eol,
}

/// A word of the interner, or the packed spelling of an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Sym(pub(crate) u32);

/// One token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) sym: Sym,
    pub(crate) at: Bytes,
    /// First on its line.
    pub(crate) first: bool,
    /// Blank or comment before it.
    pub(crate) spaced: bool,
}

impl Token {
    /// Whether this is the operator `spelling`.
    pub(crate) fn is(&self, spelling: &str) -> bool {
        self.kind == Kind::Punct && self.sym == punct(spelling)
    }

    /// Whether this is the word `sym`.
    pub(crate) fn word(&self, sym: Sym) -> bool {
        self.kind == Kind::Word && self.sym == sym
    }

    /// The word, if it is one.
    pub(crate) fn as_word(&self) -> Option<Sym> {
        (self.kind == Kind::Word).then_some(self.sym)
    }
}

/// Packs an operator's spelling (at most four bytes) into a symbol.
pub(crate) const fn punct(spelling: &str) -> Sym {
    let bytes = spelling.as_bytes();
    let mut packed = 0u32;
    let mut i = 0;
    while i < bytes.len() && i < 4 {
        packed = packed << 8 | bytes[i] as u32;
        i += 1;
    }
    Sym(packed)
}

/// The spelling packed by [`punct`].
pub(crate) fn punct_text(sym: Sym) -> String {
    sym.0.to_be_bytes().iter().filter(|b| **b != 0).map(|b| char::from(*b)).collect()
}

/// A fast hash for short keys, under a key of this process: names are chosen by whoever wrote the file, and must not be
/// able to choose where they collide.
#[derive(Debug, Clone)]
pub(crate) struct Folded(u64);

/// Secret of this process.
static KEY: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(0_u8));

impl Default for Folded {
    fn default() -> Self {
        Self(*KEY)
    }
}

impl Folded {
    fn mix(&mut self, word: u64) {
        // Both halves of the product: neither the low nor the high bits alone depend on every bit of the key.
        let product = u128::from(self.0 ^ word) * u128::from(*KEY | 1 << 63 | 1);
        self.0 = (product as u64 ^ (product >> 64) as u64).wrapping_add(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Folded {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0u8; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, n: u8) {
        self.mix(u64::from(n));
    }
    fn write_u32(&mut self, n: u32) {
        self.mix(u64::from(n));
    }
    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }
}

/// A map whose keys are words, tokens or indices of one file.
pub(crate) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Folded>>;
/// A set of such.
pub(crate) type Set<K> = HashSet<K, BuildHasherDefault<Folded>>;

/// Symbols of the checker's own words.
static OWN: LazyLock<Map<&'static [u8], u32>> =
    LazyLock::new(|| words::ALL.iter().zip(0..).map(|(word, i)| (word.as_bytes(), i)).collect());

/// The words of one file, behind the checker's own.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    index: Map<Box<[u8]>, u32>,
    words: Vec<Box<str>>,
}

impl Symbols {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    fn known(&self, word: &[u8]) -> Option<Sym> {
        OWN.get(word).or_else(|| self.index.get(word)).map(|i| Sym(*i))
    }

    /// The symbol of a word; bytes that are not UTF-8 are kept as replacement characters.
    pub(crate) fn intern(&mut self, word: &[u8]) -> Sym {
        if let Some(found) = self.known(word) {
            return found;
        }
        let next = (words::ALL.len() + self.words.len()) as u32;
        self.words.push(String::from_utf8_lossy(word).into_owned().into_boxed_str());
        self.index.insert(word.into(), next);
        Sym(next)
    }

    /// The symbol of a word that has been seen.
    pub(crate) fn find(&self, word: &str) -> Option<Sym> {
        self.known(word.as_bytes())
    }

    /// The word's text.
    pub(crate) fn text(&self, sym: Sym) -> &str {
        let at = sym.0 as usize;
        match words::ALL.get(at) {
            Some(word) => word,
            None => self.words.get(at - words::ALL.len()).map_or("", |w| w),
        }
    }

    /// A token as a person would write it.
    pub(crate) fn show(&self, token: &Token) -> String {
        match token.kind {
            Kind::Punct => punct_text(token.sym),
            Kind::Word | Kind::Number | Kind::Text => self.text(token.sym).to_owned(),
            Kind::Directive | Kind::Eol => String::new(),
        }
    }

    /// Several tokens as a person would write them.
    pub(crate) fn show_all(&self, tokens: &[Token]) -> String {
        let mut out = String::new();
        for (i, token) in tokens.iter().enumerate() {
            let glued = |t: &Token| t.kind == Kind::Word || t.kind == Kind::Number;
            if i > 0 && (token.spaced || glued(token) && glued(&tokens[i - 1])) {
                out.push(' ');
            }
            out.push_str(&self.show(token));
        }
        out
    }
}

/// Words the checker itself asks about, interned first so that their symbols are constants.
pub(crate) mod words {
    use super::Sym;

    macro_rules! words {
        ($($name:ident = $text:literal,)*) => {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Index { $($name,)* }
            $(pub(crate) const $name: Sym = Sym(Index::$name as u32);)*
            pub(super) const ALL: &[&str] = &[$($text,)*];
        };
    }

    words! {
        OMP = "omp", CALL_OPERATOR = "operator()", GENERIC = "_Generic", CHOOSE = "__builtin_choose_expr", PRAGMA = "pragma", PRAGMA_OPERATOR = "_Pragma", DEFINED = "defined", DEFINE = "define",
        UNDEF = "undef", IF = "if", IFDEF = "ifdef", IFNDEF = "ifndef", ELIF = "elif", ELIFDEF = "elifdef",
        ELIFNDEF = "elifndef", ELSE = "else", ENDIF = "endif", INCLUDE = "include", INCLUDE_NEXT = "include_next",
        IMPORT = "import", EMBED = "embed", LINE = "line", VA_ARGS = "__VA_ARGS__", VA_OPT = "__VA_OPT__", COUNTER = "__COUNTER__", LINE_NOW = "__LINE__", USING = "using",
        DIRECTIVE = "directive", SEQUENCE = "sequence", DECL = "decl", FOR = "for", WHILE = "while", DO = "do",
        SWITCH = "switch", CASE = "case", DEFAULT = "default", RETURN = "return", GOTO = "goto", BREAK = "break",
        CONTINUE = "continue", TRY = "try", CATCH = "catch", SIZEOF = "sizeof", ALIGNOF = "alignof",
        ALIGNOF_C = "_Alignof", DECLTYPE = "decltype", TYPEOF = "typeof", TYPEOF_GNU = "__typeof__",
        NOEXCEPT = "noexcept", TYPEID = "typeid", STRUCT = "struct", CLASS = "class", UNION = "union", ENUM = "enum",
        NAMESPACE = "namespace", EXTERN = "extern", STATIC = "static", INLINE = "inline", CONST = "const",
        CONSTEXPR = "constexpr", VOLATILE = "volatile", RESTRICT = "restrict", RESTRICT_GNU = "__restrict__",
        RESTRICT_MS = "__restrict", TEMPLATE = "template", TYPENAME = "typename", TYPEDEF = "typedef",
        OPERATOR = "operator", THIS = "this", NEW = "new", DELETE = "delete", AUTO = "auto", REGISTER = "register",
        THREAD_LOCAL = "thread_local", MUTABLE = "mutable", FINAL = "final", FRIEND = "friend", VIRTUAL = "virtual",
        PUBLIC = "public", PRIVATE = "private", PROTECTED = "protected", EXPLICIT = "explicit", VOID = "void",
        CHAR = "char", SHORT = "short", INT = "int", LONG = "long", FLOAT = "float", DOUBLE = "double",
        SIGNED = "signed", UNSIGNED = "unsigned", BOOL = "bool", BOOL_C = "_Bool", COMPLEX_C = "_Complex",
        COMPLEX_GNU = "__complex__", STATIC_CAST = "static_cast",
        REINTERPRET_CAST = "reinterpret_cast", CONST_CAST = "const_cast", DYNAMIC_CAST = "dynamic_cast",
        ATTRIBUTE = "__attribute__", DECLSPEC = "__declspec", ASM = "asm", ASM_GNU = "__asm__", ASM_MS = "__asm",
        EXTENSION = "__extension__", KERNEL = "kernel", STD = "std", ATOMIC = "_Atomic", CO_RETURN = "co_return",
        THROW = "throw", GLOBAL = "__global__", DEVICE = "__device__", HOST = "__host__", SHARED = "__shared__",
        REQUIRES = "requires", NORETURN = "_Noreturn", THREAD = "__thread", CONSTANT = "__constant__",
        FORCEINLINE = "__forceinline__", NOINLINE = "__noinline__", SUBROUTINE = "subroutine", FUNCTION = "function",
        CALL = "call", VALUE = "value", BIND = "bind", RESULT = "result", USE = "use", COMMON = "common",
        C_LOC = "c_loc", THEN = "then", PRECISION = "precision", REAL_PART = "__real__", IMAG_PART = "__imag__",
        REAL_PART_SHORT = "__real", IMAG_PART_SHORT = "__imag",
    }
}
