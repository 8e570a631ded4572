//! Which variables may hold an ABI array's address: a fixpoint over the flows of the file.

use super::super::text::token::Sym;
use super::{Cell, Flow, Program, VarId, WHOLE};
use crate::check::text::token::Map;

/// Sets of ABI arrays (bits) a place relates to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Taint {
    /// Its value is an address within the array.
    pub(crate) direct: u64,
    /// What it points to, or its members, hold such an address.
    pub(crate) holder: u64,
    /// It may, through something the file does not show.
    pub(crate) unknown: u64,
}

impl Taint {
    pub(crate) fn is_empty(self) -> bool {
        self.direct | self.holder | self.unknown == 0
    }

    /// Known to hold an address, directly or within.
    pub(crate) fn known(self) -> u64 {
        self.direct | self.holder
    }

    fn union(self, other: Self) -> Self {
        Self {
            direct: self.direct | other.direct,
            holder: self.holder | other.holder,
            unknown: self.unknown | other.unknown,
        }
    }

    fn through(self, flow: &Flow) -> Self {
        let mut t = self;
        if flow.down > 0 && !flow.linked {
            t = Self { direct: t.holder, holder: 0, unknown: t.unknown };
        }
        if flow.up > 0 && !flow.linked {
            t = Self { direct: 0, holder: t.holder | t.direct, unknown: t.unknown };
        }
        if flow.linked {
            // Objects of one class share their members, not the place they stand at.
            t.direct = 0;
        }
        if flow.unknown {
            t = Self { direct: 0, holder: 0, unknown: t.direct | t.holder | t.unknown };
        }
        t
    }
}

/// Flow applications before the file counts as too tangled.
const MAX_STEPS: usize = 4_000_000;

/// What every place may hold.
pub(crate) struct Aliases {
    cells: Vec<Map<Sym, Taint>>,
    /// The fixpoint was not reached: nothing is provable.
    pub(crate) tangled: bool,
}

impl Aliases {
    /// What a place may hold; a member also takes what its whole holds.
    pub(crate) fn of(&self, cell: Cell) -> Taint {
        let Some(members) = self.cells.get(cell.variable) else { return Taint::default() };
        let own = members.get(&cell.member).copied().unwrap_or_default();
        if cell.member == WHOLE {
            return own;
        }
        let whole = members.get(&WHOLE).copied().unwrap_or_default();
        own.union(Taint { direct: whole.holder, holder: 0, unknown: whole.unknown })
    }

    /// What a variable or any of its members may hold.
    pub(crate) fn anywhere(&self, variable: VarId) -> Taint {
        let Some(members) = self.cells.get(variable) else { return Taint::default() };
        members.iter().fold(Taint::default(), |all, (member, t)| {
            let t = if *member == WHOLE {
                *t
            } else {
                Taint { direct: 0, holder: t.direct | t.holder, unknown: t.unknown }
            };
            all.union(t)
        })
    }
}

/// Solves the flows, starting from `seeds`: variables and the array each one is.
pub(crate) fn solve(program: &Program, seeds: &[(VarId, u32)]) -> Aliases {
    let count = program.variables.len();
    let mut aliases = Aliases { cells: vec![Map::default(); count], tangled: false };
    let mut outgoing: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (i, flow) in program.flows.iter().enumerate() {
        outgoing[flow.source.variable].push(i as u32);
    }
    let mut queue: Vec<VarId> = Vec::new();
    for (variable, bit) in seeds {
        let taint = aliases.cells[*variable].entry(WHOLE).or_default();
        taint.direct |= 1u64 << (*bit).min(63);
        queue.push(*variable);
    }
    let mut steps = 0usize;
    let mut queued = vec![false; count];
    while let Some(variable) = queue.pop() {
        queued[variable] = false;
        for index in &outgoing[variable] {
            steps += 1;
            if steps > MAX_STEPS {
                aliases.tangled = true;
                return aliases;
            }
            let flow = &program.flows[*index as usize];
            let target = flow.target.variable;
            let arriving = aliases.of(flow.source).through(flow);
            let mut changed = raise(&mut aliases, flow.target, arriving);
            let plain = program.variables[target].plain && flow.target.member == WHOLE;
            // An object where an address is wanted: a conversion of its own decides which.
            let converts = program.variables[target].pointers > 0 && program.variables[variable].aggregate.is_some();
            if plain && converts && flow.source.member == WHOLE && program.variables[variable].pointers == 0 {
                let held = aliases.anywhere(variable);
                changed |= raise(
                    &mut aliases,
                    flow.target,
                    Taint { unknown: held.known() | held.unknown, ..Taint::default() },
                );
            }
            if !plain && flow.source.member == WHOLE {
                let members: Vec<(Sym, Taint)> =
                    aliases.cells[variable].iter().filter(|(m, _)| **m != WHOLE).map(|(m, t)| (*m, *t)).collect();
                steps += members.len();
                for (member, taint) in members {
                    let taint = if flow.unknown {
                        Taint { direct: 0, holder: 0, unknown: taint.known() | taint.unknown }
                    } else {
                        taint
                    };
                    changed |= raise(&mut aliases, Cell { variable: target, member }, taint);
                }
            }
            if changed && !std::mem::replace(&mut queued[target], true) {
                queue.push(target);
            }
        }
    }
    aliases
}

fn raise(aliases: &mut Aliases, cell: Cell, taint: Taint) -> bool {
    if taint.is_empty() {
        return false;
    }
    let slot = aliases.cells[cell.variable].entry(cell.member).or_default();
    let raised = slot.union(taint);
    let changed = raised != *slot;
    *slot = raised;
    changed
}
