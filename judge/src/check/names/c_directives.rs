//! Directives in files of the C family: what each governs, and which variables its lists name.

use super::super::directive::{Association, Directive, Leaf};
use super::super::text::token::{Kind, Token, words};
use super::brackets::statement_end;
use super::c_body::Walker;
use super::{FnId, Region};

impl Walker<'_> {
    /// Ends of the statements directives govern, right to left so that stacked directives share one scan.
    pub(super) fn directive_ends(&mut self) {
        for i in (0..self.tokens.len()).rev().filter(|i| self.tokens[*i].kind == Kind::Directive) {
            let next = i + 1;
            let end = match self.ends.get(&next) {
                Some(end) => *end,
                None => statement_end(self.tokens, self.brackets, next),
            };
            self.ends.insert(i, end);
        }
    }

    pub(super) fn directive(&mut self, i: usize, function: Option<FnId>) {
        let index = self.tokens[i].sym.0 as usize;
        let mut queue = vec![index];
        queue.extend(self.arms.get(&index).into_iter().flatten());
        for index in queue {
            let Some(directive) = self.directives.get(index) else { continue };
            let body = match directive.leaves.first().map(|l| l.association()) {
                Some(Association::Block | Association::Loop) if !standalone(directive) => {
                    i + 1..self.ends.get(&i).copied().unwrap_or(i + 1)
                }
                _ => i + 1..i + 1,
            };
            if directive.has(Leaf::DeclareVariant)
                && let Some(argument) = directive.argument.clone()
            {
                let variant = directive.tokens[argument].iter().rev().find_map(Token::as_word);
                let next = self.functions.partition_point(|f| f.head.start <= i);
                let base = self.functions.get(next).map(|f| f.name);
                self.variants.extend(base.zip(variant));
            }
            self.regions.push(Region { directive: index, token: i, body, function });
            for (c, clause) in directive.clauses.iter().enumerate() {
                for (k, item) in clause.items.iter().enumerate() {
                    let Some(base) = item.base else { continue };
                    let found = if base == words::THIS {
                        self.inside
                            .iter()
                            .rev()
                            .find_map(|(f, _)| self.functions[*f].owner)
                            .and_then(|o| self.aggregates.get(&o))
                            .map(|a| a.object)
                    } else {
                        self.place(base, i).map(|cell| cell.variable)
                    };
                    if let Some(variable) = found {
                        self.items.insert((index, c, k), variable);
                    }
                }
            }
        }
    }
}

/// `ordered depend(source)` and like forms govern nothing.
fn standalone(directive: &Directive) -> bool {
    directive.end
        || directive.leaves == [Leaf::Ordered]
            && directive.clauses.iter().any(|c| matches!(c.name.name(), "depend" | "doacross"))
}
