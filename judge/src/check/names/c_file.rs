//! File scope of C, C++ and HIP: functions, classes, globals, types.

use crate::check::text::token::{Map, Set};
use std::ops::Range;

use super::super::text::token::{Kind, Sym, Symbols, Token, words};
use super::brackets::Brackets;
use super::c_declare::{Declared, TypeFacts, Types, declaration, past_angle, specifiers};
use super::{Aggregate, Function, Role, Variable};

/// Everything declared outside function bodies.
pub(crate) struct File {
    pub(crate) functions: Vec<Function>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) aggregates: Map<Sym, Aggregate>,
    pub(crate) types: Types,
    /// Fields that are references.
    pub(crate) reference_fields: Set<Sym>,
    /// Constructor initialisers: (function, tokens between `:` and `{`).
    pub(crate) initialisers: Map<usize, Range<usize>>,
}

struct Scope {
    close: usize,
    owner: Option<Sym>,
    c_linkage: bool,
}

/// Reads the file scope.
pub(crate) fn scan(tokens: &[Token], brackets: &Brackets, symbols: &Symbols, c: bool) -> File {
    let mut scanner = Scanner {
        tokens,
        brackets,
        symbols,
        c,
        file: File {
            functions: Vec::new(),
            variables: Vec::new(),
            aggregates: Map::default(),
            types: Types::default(),
            reference_fields: Set::default(),
            initialisers: Map::default(),
        },
    };
    scanner.run();
    scanner.file
}

struct Scanner<'a> {
    tokens: &'a [Token],
    brackets: &'a Brackets,
    symbols: &'a Symbols,
    c: bool,
    file: File,
}

impl Scanner<'_> {
    fn run(&mut self) {
        let mut scopes: Vec<Scope> = Vec::new();
        let mut i = 0;
        while i < self.tokens.len() {
            while scopes.last().is_some_and(|s| i >= s.close) {
                scopes.pop();
            }
            let owner = scopes.last().and_then(|s| s.owner);
            let c_linkage = self.c || scopes.iter().rev().take(8).any(|s| s.c_linkage);
            let token = &self.tokens[i];
            if token.kind == Kind::Directive || token.is(";") || token.is("}") {
                i += 1;
                continue;
            }
            let access =
                token.as_word().is_some_and(|w| matches!(w, words::PUBLIC | words::PRIVATE | words::PROTECTED));
            if access && self.tokens.get(i + 1).is_some_and(|t| t.is(":")) {
                i += 2;
                continue;
            }
            let (stop, at_brace) = self.declaration_end(i);
            if !at_brace {
                self.plain(i..stop, owner);
                i = stop + 1;
                continue;
            }
            i = self.braced(i, stop, owner, c_linkage, &mut scopes);
        }
    }

    /// Index of the `;` or `{` that ends the declaration at `i`, and whether it is a brace.
    fn declaration_end(&self, start: usize) -> (usize, bool) {
        let mut i = start;
        let mut initialiser = false;
        while let Some(token) = self.tokens.get(i) {
            if token.is(";") || token.is("}") {
                return (i, false);
            }
            if token.is("{") && !initialiser {
                return (i, true);
            }
            if !initialiser && token.is("=") && !self.tokens[start..i].iter().any(|t| t.word(words::OPERATOR)) {
                initialiser = true;
            }
            if token.word(words::TEMPLATE) && self.tokens.get(i + 1).is_some_and(|t| t.is("<")) {
                i = past_angle(self.tokens, self.brackets, i + 1).unwrap_or(i + 2);
                continue;
            }
            let open = token.is("(") || token.is("[") || token.is("{");
            i = if open { self.brackets.past(i) } else { i + 1 };
        }
        (self.tokens.len(), false)
    }

    /// The parameter list of a function's head: index of its `(`.
    fn parameter_list(&self, range: Range<usize>) -> Option<usize> {
        let mut i = range.start;
        if self.tokens[i].word(words::TEMPLATE) && self.tokens.get(i + 1).is_some_and(|t| t.is("<")) {
            i = past_angle(self.tokens, self.brackets, i + 1).unwrap_or(i + 2);
        }
        while i < range.end {
            let token = &self.tokens[i];
            if token.is("=") {
                return None;
            }
            if token.is("(") {
                let before = i.checked_sub(1).filter(|b| *b >= range.start).map(|b| &self.tokens[b]);
                let named = before.and_then(Token::as_word).is_some_and(|w| {
                    !matches!(
                        w,
                        words::ATTRIBUTE
                            | words::DECLSPEC
                            | words::DECLTYPE
                            | words::NOEXCEPT
                            | words::ALIGNOF
                            | words::TYPEOF
                            | words::TYPEOF_GNU
                            | words::REQUIRES
                            | words::ASM
                            | words::ASM_GNU
                            | words::EXPLICIT
                    ) && !matches!(self.symbols.text(w), "alignas" | "_Alignas" | "__launch_bounds__" | "_Atomic")
                });
                // `operator()(…)`: the first parentheses are its name.
                if before.is_some_and(|t| t.word(words::OPERATOR)) && self.tokens.get(i + 1).is_some_and(|t| t.is(")"))
                {
                    i += 2;
                    continue;
                }
                let operator = self.tokens[range.start..i].iter().rev().take(3).any(|t| t.word(words::OPERATOR));
                if named || operator {
                    return Some(i);
                }
            }
            let open = token.is("(") || token.is("[") || token.is("{");
            i = if open { self.brackets.past(i) } else { i + 1 };
        }
        None
    }

    fn has(&self, range: Range<usize>, word: Sym) -> bool {
        self.tokens[range].iter().any(|t| t.word(word))
    }

    /// Whether a function has a mark of HIP, as its word or, where a GPU's headers replaced it, as the attribute behind it.
    fn marked(&self, head: &Range<usize>, word: Sym, attribute: &str) -> bool {
        let opens = |i: usize| self.tokens[i].is("(");
        self.has(head.clone(), word)
            || (head.start + 3..head.end).any(|i| {
                let name = self.tokens[i].as_word().is_some_and(|w| self.symbols.text(w) == attribute);
                name && opens(i - 1) && opens(i - 2) && self.tokens[i - 3].word(words::ATTRIBUTE)
            })
    }

    fn braced(
        &mut self,
        start: usize,
        brace: usize,
        owner: Option<Sym>,
        c_linkage: bool,
        scopes: &mut Vec<Scope>,
    ) -> usize {
        let head = start..brace;
        let close = self.brackets.mate(brace).unwrap_or(self.tokens.len());
        let linkage = self.tokens[head.clone()].windows(2).any(|w| w[0].word(words::EXTERN) && w[1].kind == Kind::Text);
        // `extern "C++"` is the other way round.
        let c = |t: &Token| t.kind != Kind::Text || self.symbols.text(t.sym) != "\"C++\"";
        let is_c = self.tokens[head.clone()].iter().all(c);
        if head.is_empty() {
            return close + 1;
        }
        if linkage && head.len() == 2 {
            scopes.push(Scope { close, owner, c_linkage: is_c });
            return brace + 1;
        }
        if self.has(head.clone(), words::NAMESPACE) {
            scopes.push(Scope { close, owner, c_linkage: false });
            return brace + 1;
        }
        if let Some(list) = self.parameter_list(head.clone()) {
            return self.function(start, list, brace, owner, (c_linkage || linkage) && is_c);
        }
        let kind = self.tokens[head.clone()]
            .iter()
            .rposition(|t| matches!(t.as_word(), Some(words::STRUCT | words::CLASS | words::UNION | words::ENUM)));
        if let Some(at) = kind.map(|k| start + k)
            && !self.tokens[at].word(words::ENUM)
            && !(at > start && self.tokens[at - 1].word(words::ENUM))
        {
            self.aggregate(at, brace, close, scopes);
            return brace + 1;
        }
        if kind.is_none() {
            self.plain(start..brace, owner);
        }
        // Over the rest of the declaration, `} name;`.
        let (stop, _) = self.declaration_end(close.min(self.tokens.len() - 1) + 1);
        if kind.is_some() { stop + 1 } else { close + 1 }
    }

    fn aggregate(&mut self, at: usize, brace: usize, close: usize, scopes: &mut Vec<Scope>) {
        let mut i = at + 1;
        let mut name = None;
        while i < brace && !self.tokens[i].is(":") {
            if let Some(word) = self.tokens[i].as_word().filter(|w| *w != words::FINAL) {
                name = name.or(Some(word));
                if word == words::ATTRIBUTE || self.symbols.text(word) == "alignas" {
                    name = None;
                    i = self.brackets.past(i + 1);
                    continue;
                }
            }
            i += 1;
        }
        // `typedef struct { … } View;`
        let name = name.or_else(|| {
            let after = self.tokens.get(close + 1)?.as_word()?;
            self.tokens.get(close + 2)?.is(";").then_some(after)
        });
        let Some(name) = name else {
            scopes.push(Scope { close, owner: None, c_linkage: false });
            return;
        };
        let object = self.variable(name, Role::Object, at, TypeFacts::default());
        self.file.variables[object].aggregate = Some(name);
        let inherited = self.tokens[i.min(brace)..brace].iter().filter_map(Token::as_word);
        let bases = inherited.filter(|w| *w != name && self.file.aggregates.contains_key(w)).take(16).collect();
        self.file.aggregates.insert(name, Aggregate { object, bases, ..Aggregate::default() });
        scopes.push(Scope { close, owner: Some(name), c_linkage: false });
    }

    fn variable(&mut self, name: Sym, role: Role, declared: usize, facts: TypeFacts) -> usize {
        self.file.variables.push(Variable {
            name,
            role,
            declared,
            scope: declared..self.tokens.len(),
            pointers: facts.pointers,
            own_array: false,
            reference: facts.reference,
            arithmetic: facts.arithmetic,
            plain: facts.plain,
            constant: facts.constant,
            aggregate: facts.name,
            type_tokens: declared..declared,
            function: None,
            fortran: None,
        });
        self.file.variables.len() - 1
    }

    fn declared(&mut self, d: &Declared, role: Role) -> usize {
        let id = self.variable(d.name, role, d.token, d.facts);
        self.file.variables[id].own_array = d.own_array;
        self.file.variables[id].type_tokens = d.type_tokens.clone();
        id
    }

    fn function(&mut self, start: usize, list: usize, brace: usize, owner: Option<Sym>, c_linkage: bool) -> usize {
        let tokens = self.tokens;
        let head = start..brace;
        let after_list = self.brackets.past(list);
        // `: a(x), b{y} {`: the body is the first brace that no initialiser owns.
        let mut body = brace;
        let initialised = (after_list..brace).any(|i| tokens[i].is(":"));
        if initialised {
            while body > 0 && tokens[body - 1].as_word().is_some() {
                let Some(close) = self.brackets.mate(body) else { break };
                let Some(next) = (close + 1..tokens.len()).find(|i| tokens[*i].is("{") || tokens[*i].is(";")) else {
                    break;
                };
                if !tokens[next].is("{") || !(tokens[close + 1].is(",") || tokens[close + 1].is("{")) {
                    break;
                }
                body = next;
            }
        }
        let name_token = list - 1;
        let calls = list >= 3 && tokens[list - 1].is(")") && tokens[list - 3].word(words::OPERATOR);
        let operator = if calls { words::CALL_OPERATOR } else { words::OPERATOR };
        let name = tokens[name_token].as_word().unwrap_or(operator);
        // `Class::method`
        let owner = owner.or_else(|| {
            let qualified = name_token >= 2 && tokens[name_token - 1].is("::");
            qualified.then(|| tokens[name_token - 2].as_word()).flatten()
        });
        let id = self.file.functions.len();
        let end = self.brackets.mate(body).unwrap_or(tokens.len());
        let mut parameters = Vec::new();
        for part in super::super::directive_items(tokens, list + 1..after_list.saturating_sub(1).max(list + 1)) {
            let found = declaration(tokens, self.brackets, &self.file.types, self.symbols, part.clone(), &|_| false);
            let parameter = match found.as_deref() {
                Some([d, ..]) => self.declared(d, Role::Parameter),
                // Unnamed: it takes a place in the list.
                _ if part.len() == 1 && (tokens[part.start].word(words::VOID) || tokens[part.start].is("...")) => {
                    continue;
                }
                _ => self.variable(Sym(u32::MAX - 1), Role::Parameter, part.start, TypeFacts::default()),
            };
            self.file.variables[parameter].scope = list..end;
            self.file.variables[parameter].function = Some(id);
            parameters.push(parameter);
        }
        let returns = self.variable(name, Role::Return, name_token, TypeFacts::default());
        let named = |word| self.file.types.aliases.get(&word).and_then(|facts| facts.name).unwrap_or(word);
        let mut words = tokens[start..name_token].iter().filter_map(Token::as_word).map(named);
        self.file.variables[returns].aggregate =
            words.find(|w| self.file.aggregates.contains_key(w) && owner != Some(name));
        if initialised {
            self.file.initialisers.insert(id, after_list..body);
        }
        if let Some(class) = owner.filter(|o| *o == name)
            && let Some(aggregate) = self.file.aggregates.get_mut(&class)
        {
            aggregate.has_constructor = true;
        }
        let device = self.marked(&head, words::DEVICE, "device");
        let host = self.marked(&head, words::HOST, "host");
        self.file.functions.push(Function {
            name,
            name_token,
            owner,
            parameters,
            // `double x[static 1]` is a parameter's.
            is_static: self.has(start..list, words::STATIC),
            is_template: self.has(head.clone(), words::TEMPLATE),
            is_lambda: false,
            device_only: self.marked(&head, words::GLOBAL, "global") || device && !host,
            on_both: device && host,
            head,
            body: (body + 1).min(end)..end,
            c_linkage,
            returns,
            parent: None,
        });
        end + 1
    }

    /// A declaration without a body: globals, fields, typedefs, prototypes.
    fn plain(&mut self, range: Range<usize>, owner: Option<Sym>) {
        let Some(first) = self.tokens.get(range.start).and_then(Token::as_word) else { return };
        if first == words::USING {
            if let (Some(name), true) = (
                self.tokens.get(range.start + 1).and_then(Token::as_word),
                self.tokens.get(range.start + 2).is_some_and(|t| t.is("=")),
            ) {
                self.alias(name, range.start + 3..range.end);
            }
            return;
        }
        if first == words::TYPEDEF {
            let found = declaration(
                self.tokens,
                self.brackets,
                &self.file.types,
                self.symbols,
                range.start + 1..range.end,
                &|_| false,
            );
            for d in found.unwrap_or_default() {
                self.file.types.aliases.insert(d.name, d.facts);
            }
            return;
        }
        if range.is_empty() {
            return;
        }
        let found = declaration(self.tokens, self.brackets, &self.file.types, self.symbols, range.clone(), &|_| false);
        for d in found.unwrap_or_default() {
            let prototype = d.direct.is_some_and(|i| self.tokens[i].is("("))
                && !self.has(range.clone(), words::EXTERN)
                && self.parameter_list(range.clone()) == d.direct
                && self.looks_like_parameters(d.direct);
            if prototype {
                continue;
            }
            match owner.and_then(|o| self.file.aggregates.get_mut(&o)) {
                Some(aggregate) => {
                    aggregate.fields.push(d.name);
                    aggregate.named.insert(d.name);
                    if d.facts.reference {
                        self.file.reference_fields.insert(d.name);
                    }
                    aggregate.parts.extend(d.facts.name);
                    aggregate.has_pointer |= d.facts.pointers > 0 && !d.own_array;
                    // A static member is a global.
                    if self.has(range.clone(), words::STATIC) {
                        self.declared(&d, Role::Global);
                    }
                }
                None => {
                    self.declared(&d, Role::Global);
                }
            }
        }
    }

    /// `(double *x, long n)` rather than `(x, n)`.
    fn looks_like_parameters(&self, open: Option<usize>) -> bool {
        let Some(open) = open else { return false };
        let end = self.brackets.mate(open).unwrap_or(self.tokens.len());
        let inside = open + 1..end;
        inside.is_empty()
            || declaration(self.tokens, self.brackets, &self.file.types, self.symbols, inside, &|_| false).is_some()
            || self.tokens[open + 1].as_word().is_some()
    }

    fn alias(&mut self, name: Sym, range: Range<usize>) {
        let (types, symbols) = (&self.file.types, self.symbols);
        let plain = specifiers(self.tokens, self.brackets, types, symbols, range.start, range.end);
        let facts = match plain.filter(|(_, end)| *end == range.end) {
            Some((facts, _)) => Some(facts),
            None => super::c_declare::is_cast(self.tokens, range, types, symbols),
        };
        if let Some(facts) = facts {
            self.file.types.aliases.insert(name, facts);
        }
    }
}
