//! Where a file waits for target work, indexed so that each question costs a search and not a scan of the file.

use super::super::directive::{Clause, ClauseName, Directive, Leaf};
use super::super::names::{Call, FnId, Role};
use super::super::text::token::words;
use super::Context;
use super::nests::Nests;
use crate::check::text::token::{Map, Set, Sym, Token};

/// Calls of HIP that wait on the host. One event is enough: what it was recorded on is not followed.
const HIP_WAITS: &[&str] = &["hipStreamSynchronize", "hipDeviceSynchronize", "hipEventSynchronize"];

/// A function, and a block within it: the token that opens it. `None` is the body of a Fortran procedure.
type Block = (FnId, Option<usize>);

/// Waits by block, each a rising list of tokens.
pub(super) struct Waits<'a, 'b> {
    cx: &'a Context<'b>,
    nests: Nests<'a, 'b>,
    /// Waits for everything, or for a stream.
    all: Map<Block, Vec<usize>>,
    /// Those that do not wait for one stream alone.
    general: Map<Block, Vec<usize>>,
    /// Streams that keep to themselves; a wait for one of them is no wait for another.
    apart: Set<Sym>,
    /// Waits for what names the same place in `depend`, and whether it says that it writes.
    keyed: Map<(Block, String), Vec<(usize, bool)>>,
    /// `return` and `goto`.
    leaves: Vec<usize>,
    /// `break`, `continue`, `exit`, `cycle`, by the block of the loop they leave.
    breaks: Map<usize, Vec<usize>>,
    /// Bodies that end with a wait for all that began in them: rising and apart.
    groups: Vec<std::ops::Range<usize>>,
    /// Calls of each function of the file, as (token, function).
    sites: Map<FnId, Vec<(usize, FnId)>>,
    /// Whether all callers of a function wait for it; `None` while it is being asked.
    callers: Map<FnId, Option<bool>>,
}

impl<'a, 'b> Waits<'a, 'b> {
    pub(super) fn new(cx: &'a Context<'b>) -> Self {
        let mut waits = Self {
            cx,
            nests: Nests::new(cx),
            all: Map::default(),
            general: Map::default(),
            apart: streams_apart(cx),
            keyed: Map::default(),
            leaves: Vec::new(),
            breaks: Map::default(),
            groups: groups(cx),
            sites: Map::default(),
            callers: Map::default(),
        };
        waits.directives();
        waits.calls();
        waits.exits();
        waits
    }

    /// Whether the region's work is done before `kernel` returns.
    pub(super) fn finishes(&mut self, region: usize) -> bool {
        let region = &self.cx.program.regions[region];
        let Some(function) = region.function else { return true };
        let depends = dependences(self.cx, &self.cx.program.directives[region.directive]);
        self.waited(region.token, function, &depends, &self.all) || self.callers_wait(function)
    }

    /// Whether work begun at a token of a function, on a stream, is done before `kernel` returns.
    pub(super) fn done(&mut self, token: usize, function: FnId, stream: &[Token]) -> bool {
        let here = match self.stream_of(stream) {
            Some(stream) => self.waited(token, function, &[(stream, true)], &self.general),
            None => self.waited(token, function, &[], &self.all),
        };
        here || self.callers_wait(function)
    }

    /// The stream that an expression is, if it is one that keeps to itself.
    fn stream_of(&self, tokens: &[Token]) -> Option<String> {
        let [one] = tokens else { return None };
        one.as_word().filter(|w| self.apart.contains(w)).map(|w| self.cx.symbols.text(w).to_owned())
    }

    /// A block by the function that holds it; in C its bracket says enough.
    fn block(&self, function: FnId, block: Option<usize>) -> Block {
        if self.cx.language.is_c_family() { (0, block) } else { (function, block) }
    }

    /// Whether a group around the token, or a wait after it, waits.
    fn waited(&self, token: usize, function: FnId, depends: &[(String, bool)], waits: &Map<Block, Vec<usize>>) -> bool {
        let group = self.groups.partition_point(|g| g.start <= token);
        if group > 0 && self.groups[group - 1].end > token {
            return true;
        }
        let left = self.leaves.get(self.leaves.partition_point(|l| *l <= token)).copied().unwrap_or(usize::MAX);
        let chain: Vec<Option<usize>> = self.nests.around(token).collect();
        // A loop that is left skips the waits within it, not those behind it.
        let mut limits = vec![left; chain.len()];
        let mut limit = left;
        for (i, block) in chain.iter().enumerate().rev() {
            let first = block.and_then(|b| self.breaks.get(&b)).and_then(|list| after(list, token, |t| *t));
            limit = limit.min(first.copied().unwrap_or(usize::MAX));
            limits[i] = limit;
        }
        chain.iter().zip(limits).any(|(block, limit)| {
            let block = self.block(function, *block);
            let all = waits.get(&block).and_then(|list| after(list, token, |t| *t));
            all.is_some_and(|t| *t < limit)
                || depends.iter().any(|(place, writes)| {
                    let list = self.keyed.get(&(block, place.clone())).map_or(&[][..], Vec::as_slice);
                    let from = list.partition_point(|(t, _)| *t <= token);
                    list[from..].iter().take_while(|(t, _)| *t < limit).any(|(_, w)| *w || *writes)
                })
        })
    }

    /// Whether the file calls the function, and each caller waits.
    fn callers_wait(&mut self, function: FnId) -> bool {
        if Some(function) == self.cx.kernel {
            return false;
        }
        // Without recursion: callers of callers are asked from a list, until one is not waited for.
        let mut queue = vec![function];
        while let Some(f) = queue.pop() {
            match self.callers.get(&f) {
                Some(Some(false)) => return false,
                Some(_) => continue,
                None => {}
            }
            self.callers.insert(f, None);
            let sites = self.sites.get(&f).cloned().unwrap_or_default();
            let mut fails = sites.is_empty() || Some(f) == self.cx.kernel;
            for (token, caller) in sites {
                if !fails && !self.waited(token, caller, &[], &self.all) {
                    fails = Some(caller) == self.cx.kernel;
                    queue.push(caller);
                }
            }
            if fails {
                self.callers.insert(f, Some(false));
                return false;
            }
        }
        true
    }

    fn directives(&mut self) {
        for region in &self.cx.program.regions {
            let Some(function) = region.function else { continue };
            let d = &self.cx.program.directives[region.directive];
            let nowait = d.all(ClauseName::Nowait).next().is_some();
            let depends = d.all(ClauseName::Depend).next().is_some();
            let all = d.has(Leaf::Barrier) || d.has(Leaf::Taskwait) && !nowait && !depends;
            // A synchronous region that depends on it ends after it.
            let conditional = d.all(ClauseName::If).next().is_some();
            let target = d.leaves.first().is_some_and(|l| l.name().starts_with("target"));
            let keyed = !nowait && !conditional && depends && (target || d.has(Leaf::Taskwait));
            let Some(block) = self.nests.of_wait(region.token).filter(|_| all || keyed) else { continue };
            let block = self.block(function, block);
            if all {
                self.all.entry(block).or_default().push(region.token);
            } else {
                for (place, writes) in dependences(self.cx, d) {
                    self.keyed.entry((block, place)).or_default().push((region.token, writes));
                }
            }
        }
    }

    /// A call of a function of the file that waits at its own top level; and who calls what.
    fn calls(&mut self) {
        let cx = self.cx;
        let waiting = |r: &&super::super::names::Region| {
            let d = &cx.program.directives[r.directive];
            let top = self.nests.around(r.token).take(3).filter(Option::is_some).count();
            d.has(Leaf::Taskwait) && d.clauses.is_empty() && top <= usize::from(cx.language.is_c_family())
        };
        let wait: std::collections::BTreeSet<FnId> =
            cx.program.regions.iter().filter(waiting).filter_map(|r| r.function).collect();
        for call in &cx.program.calls {
            let callees = &call.targets;
            for callee in callees.iter().take(64) {
                self.sites.entry(*callee).or_default().push((call.token, call.function));
            }
            let waits = !callees.is_empty() && callees.iter().all(|f| wait.contains(f))
                || callees.is_empty() && self.is_hip_wait(call);
            if let Some(block) = self.nests.of_wait(call.token).filter(|_| waits) {
                let block = self.block(call.function, block);
                self.all.entry(block).or_default().push(call.token);
                let one = cx.symbols.text(call.callee) == "hipStreamSynchronize";
                match self.stream_of(&cx.program.tokens[call.arguments.clone()]).filter(|_| one) {
                    Some(stream) => self.keyed.entry((block, stream)).or_default().push((call.token, true)),
                    None => self.general.entry(block).or_default().push(call.token),
                }
            }
        }
        self.all.values_mut().for_each(|list| list.sort_unstable());
        self.general.values_mut().for_each(|list| list.sort_unstable());
        self.keyed.values_mut().for_each(|list| list.sort_unstable());
    }

    /// `hipStreamSynchronize(s)`, or a loop that asks until all is done.
    fn is_hip_wait(&self, call: &Call) -> bool {
        let name = self.cx.symbols.text(call.callee);
        let head = self.cx.program.brackets.outer(call.token).and_then(|open| open.checked_sub(1));
        let asks = head.is_some_and(|h| self.cx.program.tokens[h].word(words::WHILE));
        HIP_WAITS.contains(&name) || asks && matches!(name, "hipStreamQuery" | "hipEventQuery")
    }

    fn exits(&mut self) {
        let c = self.cx.language.is_c_family();
        for (i, token) in self.cx.program.tokens.iter().enumerate() {
            let Some(word) = token.as_word() else { continue };
            let leaves_loop = if c {
                matches!(word, words::BREAK | words::CONTINUE)
            } else {
                matches!(self.cx.symbols.text(word), "exit" | "cycle")
            };
            if matches!(word, words::RETURN | words::GOTO | words::THROW) {
                // Work that could not be started needs no wait.
                if !self.nests.is_error_exit(i) {
                    self.leaves.push(i);
                }
            } else if let Some(block) = leaves_loop.then(|| self.nests.loop_left(i)).flatten() {
                self.breaks.entry(block).or_default().push(i);
            }
        }
    }
}

/// Names of `hipStream_t` variables that are never copied, in a file where streams do not wait for each other.
fn streams_apart(cx: &Context<'_>) -> Set<Sym> {
    let tokens = &cx.program.tokens;
    let mut out: Set<Sym> = Set::default();
    let joined = ["hipStreamWaitEvent", "hipEventRecord"].iter().any(|n| cx.symbols.find(n).is_some());
    let Some(kind) = cx.symbols.find("hipStream_t").filter(|_| !joined) else { return out };
    let declared = cx.program.variables.iter().filter(|v| v.role == Role::Local && v.pointers == 0 && !v.reference);
    out.extend(declared.filter(|v| tokens[v.type_tokens.clone()].iter().any(|t| t.word(kind))).map(|v| v.name));
    for i in 1..tokens.len().saturating_sub(2) {
        let Some(word) = tokens[i].as_word().filter(|w| out.contains(w)) else { continue };
        let empty = |t: &Token| t.is("{") || matches!(cx.symbols.show(t).as_str(), "nullptr" | "NULL" | "0");
        if tokens[i - 1].is("=") || tokens[i + 1].is("=") && !empty(&tokens[i + 2]) {
            out.remove(&word);
        }
    }
    out
}

/// First entry of a rising list behind the token.
fn after<T>(list: &[T], token: usize, at: impl Fn(&T) -> usize) -> Option<&T> {
    list.get(list.partition_point(|t| at(t) <= token))
}

/// Places in `depend` clauses, and whether one says that it writes.
fn dependences(cx: &Context<'_>, directive: &Directive) -> Vec<(String, bool)> {
    let writes = |clause: &Clause| {
        let reads = |m: &super::super::directive::Modifier| cx.symbols.text(m.word) == "in";
        !clause.modifiers.iter().any(reads)
    };
    let items = directive.all(ClauseName::Depend).flat_map(|c| c.items.iter().map(move |i| (c, i)));
    items
        .filter_map(|(clause, item)| {
            // In C `y` is the pointer and `y[0:n]` is what it points to; in Fortran a section is its array.
            let place = if cx.language.is_c_family() {
                cx.symbols.show_all(&directive.tokens[item.range.clone()]).replace(' ', "")
            } else {
                cx.symbols.text(item.base?).to_owned()
            };
            Some((place, writes(clause)))
        })
        .collect()
}

/// Bodies of taskgroups and host parallel regions, joined where they overlap.
fn groups(cx: &Context<'_>) -> Vec<std::ops::Range<usize>> {
    let ends = |d: &Directive| d.has(Leaf::Taskgroup) || d.has(Leaf::Parallel) && !d.is_target();
    let wanted = cx.program.regions.iter().filter(|r| {
        let d = &cx.program.directives[r.directive];
        !d.end && ends(d) && !r.body.is_empty()
    });
    let mut bodies: Vec<_> = wanted.map(|r| r.body.clone()).collect();
    bodies.sort_unstable_by_key(|b| (b.start, b.end));
    let mut out: Vec<std::ops::Range<usize>> = Vec::new();
    for body in bodies {
        match out.last_mut().filter(|last| last.end >= body.start) {
            Some(last) => last.end = last.end.max(body.end),
            None => out.push(body),
        }
    }
    out
}
