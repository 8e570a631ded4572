//! The plain data both languages are reduced to before the rules look at them.

use crate::check::text::token::{Map, Set};
use std::ops::Range;

use super::super::directive::Directive;
use super::super::text::token::{Sym, Symbols, Token};
use super::brackets::Brackets;

/// Index of a variable.
pub(crate) type VarId = usize;
/// Index of a function.
pub(crate) type FnId = usize;

/// No member: the variable itself.
pub(crate) const WHOLE: Sym = Sym(u32::MAX);

/// What kind of name it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Parameter,
    Local,
    Global,
    /// All objects of one class, as its methods see them.
    Object,
    /// What a function returns.
    Return,
    /// The value of one call.
    Result,
    /// A lambda's closure.
    Closure,
}

/// A variable, or a value that can hold an address.
#[derive(Debug, Clone)]
pub(crate) struct Variable {
    pub(crate) name: Sym,
    pub(crate) role: Role,
    /// Token of its declarator.
    pub(crate) declared: usize,
    /// Tokens where it can be named.
    pub(crate) scope: Range<usize>,
    /// Stars and dimensions of its type.
    pub(crate) pointers: u8,
    /// Dimensions among them that are arrays of its own, not pointers.
    pub(crate) own_array: bool,
    pub(crate) reference: bool,
    /// Cannot hold an address: an arithmetic type without stars.
    pub(crate) arithmetic: bool,
    /// Arithmetic, or pointers to arithmetic: has no members.
    pub(crate) plain: bool,
    /// What it points to is const.
    pub(crate) constant: bool,
    /// Name of its struct or class, if the file defines it.
    pub(crate) aggregate: Option<Sym>,
    /// Words of its type.
    pub(crate) type_tokens: Range<usize>,
    pub(crate) function: Option<FnId>,
    /// Fortran: the name stands for the data (an array, not a C_PTR).
    pub(crate) fortran: Option<FortranKind>,
}

impl Variable {
    /// A value without a declaration: what a function returns, what a call yields.
    pub(crate) fn value(name: Sym, role: Role, token: usize, function: FnId) -> Self {
        Self {
            name,
            role,
            declared: token,
            scope: token..token,
            pointers: 0,
            own_array: false,
            reference: false,
            arithmetic: false,
            plain: false,
            constant: false,
            aggregate: None,
            type_tokens: token..token,
            function: Some(function),
            fortran: None,
        }
    }
}

/// How a Fortran name holds data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FortranKind {
    /// An array or scalar with storage of its own or of its caller.
    Data { array: bool },
    /// `pointer`: bound by `=>`.
    Pointer,
    /// `allocatable`.
    Allocatable,
    /// `type(c_ptr)`.
    CPtr,
    /// A derived type.
    Derived,
}

impl FortranKind {
    /// Whether a dummy argument of this kind is an ABI array.
    pub(crate) const fn is_array_like(self) -> bool {
        match self {
            Self::Data { array } => array,
            Self::Pointer | Self::Allocatable | Self::CPtr => true,
            Self::Derived => false,
        }
    }
}

/// A function, method, lambda, subroutine.
#[derive(Debug, Clone)]
pub(crate) struct Function {
    pub(crate) name: Sym,
    pub(crate) name_token: usize,
    /// Class whose method it is.
    pub(crate) owner: Option<Sym>,
    pub(crate) parameters: Vec<VarId>,
    /// From its first specifier to the body.
    pub(crate) head: Range<usize>,
    /// Inside its braces.
    pub(crate) body: Range<usize>,
    pub(crate) is_static: bool,
    pub(crate) is_template: bool,
    pub(crate) is_lambda: bool,
    /// C linkage: `extern "C"`, `bind(c)`, or any function of C.
    pub(crate) c_linkage: bool,
    pub(crate) returns: VarId,
    /// Runs on the device only: `__global__`, `__device__`.
    pub(crate) device_only: bool,
    /// Compiled for the device and for the host: `__host__ __device__`.
    pub(crate) on_both: bool,
    /// Function it is written inside of.
    pub(crate) parent: Option<FnId>,
}

/// A struct or class.
#[derive(Debug, Clone, Default)]
pub(crate) struct Aggregate {
    pub(crate) fields: Vec<Sym>,
    /// The same, to be asked for a name.
    pub(crate) named: Set<Sym>,
    /// Classes it inherits from.
    pub(crate) bases: Vec<Sym>,
    /// Types of its fields, as far as they have names.
    pub(crate) parts: Vec<Sym>,
    pub(crate) has_pointer: bool,
    pub(crate) has_constructor: bool,
    /// The stand-in for all its objects.
    pub(crate) object: VarId,
}

/// A place that can hold an address: a variable or one of its members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Cell {
    pub(crate) variable: VarId,
    pub(crate) member: Sym,
}

/// `target` receives what `source` holds, after `down` dereferences, stored through `up`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Flow {
    pub(crate) source: Cell,
    pub(crate) target: Cell,
    pub(crate) down: u8,
    pub(crate) up: u8,
    pub(crate) token: usize,
    /// Through something the file does not show.
    pub(crate) unknown: bool,
    /// Both sides name the same object: members flow both ways.
    pub(crate) linked: bool,
}

impl Flow {
    /// All of `source` becomes all of `target`, or of what it points to `up` times.
    pub(crate) fn whole(source: VarId, target: VarId, token: usize, up: u8) -> Self {
        let all = |variable| Cell { variable, member: WHOLE };
        Self { source: all(source), target: all(target), down: 0, up, token, unknown: false, linked: false }
    }
}

/// What is done with a value where it is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Read, passed on, stored.
    Value,
    /// Called as a function.
    Called,
    /// Not evaluated: `sizeof`.
    Unevaluated,
    /// Compared, tested, subtracted.
    Compared,
}

/// One mention of a variable.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Use {
    pub(crate) cell: Cell,
    pub(crate) token: usize,
    /// Last token of the expression it heads.
    pub(crate) last: usize,
    /// Net dereferences: `x[i]` 1, `&x[i]` 0, `&x` −1.
    pub(crate) derefs: i8,
    pub(crate) act: Act,
    /// Assigned or incremented here.
    pub(crate) written: bool,
    pub(crate) function: FnId,
}

/// One call.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) callee: Sym,
    /// How the callee is found.
    pub(crate) by: Callee,
    /// Functions of the file that it may reach, once the file is understood; none for one that is not in the file.
    pub(crate) targets: Vec<FnId>,
    pub(crate) token: usize,
    /// Tokens inside its parentheses.
    pub(crate) arguments: Range<usize>,
    /// Fortran: the object it is called on is the first argument of what it calls.
    pub(crate) skips_object: bool,
    /// Addresses among the arguments.
    pub(crate) passed: Vec<Passed>,
    pub(crate) result: Option<VarId>,
    pub(crate) function: FnId,
}

/// How a call finds its function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Callee {
    /// By its name alone.
    Name,
    /// A member of an object: a method, a type-bound procedure, or a pointer to a function that is stored there.
    Member(Option<VarId>),
    /// An expression: function pointers, lambdas and objects among the variables it names, and functions it names.
    Value(Vec<VarId>, Vec<FnId>),
}

impl Callee {
    /// Whether another function than the one of its name may be called.
    pub(crate) fn is_value(&self) -> bool {
        matches!(self, Self::Value(..))
    }
}

/// [`Passed::index`] of the object a method is called on.
pub(crate) const OBJECT: usize = usize::MAX;

/// A variable that is an argument of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Passed {
    pub(crate) index: usize,
    pub(crate) cell: Cell,
    pub(crate) down: u8,
    pub(crate) up: u8,
    pub(crate) token: usize,
}

/// A directive and the tokens it governs.
#[derive(Debug, Clone)]
pub(crate) struct Region {
    /// Index of the directive; arms of a metadirective have their own.
    pub(crate) directive: usize,
    /// Its token.
    pub(crate) token: usize,
    /// Governed tokens; empty for one that stands alone.
    pub(crate) body: Range<usize>,
    pub(crate) function: Option<FnId>,
}

/// A file, understood.
#[derive(Default)]
pub(crate) struct Program {
    pub(crate) tokens: Vec<Token>,
    pub(crate) brackets: Brackets,
    pub(crate) directives: Vec<Directive>,
    /// For an arm of a metadirective, the metadirective.
    pub(crate) arm_of: Vec<Option<usize>>,
    pub(crate) regions: Vec<Region>,
    pub(crate) functions: Vec<Function>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) aggregates: Map<Sym, Aggregate>,
    pub(crate) uses: Vec<Use>,
    pub(crate) flows: Vec<Flow>,
    pub(crate) calls: Vec<Call>,
    /// Variable of each list item: (directive, clause, item).
    pub(crate) items: Map<(usize, usize, usize), VarId>,
    /// Functions by name.
    pub(crate) named: Map<Sym, Vec<FnId>>,
    /// Closures and the lambdas they run; functions as values.
    pub(crate) closures: Vec<(VarId, FnId)>,
    /// Functions that arrive as values could not be followed to the end.
    pub(crate) tangled: bool,
    /// Fields of a union that may hold an address, and the one that stands for all of them.
    pub(crate) unions: Map<Sym, Sym>,
    /// Addresses that go where the file does not show, and the token where they do.
    pub(crate) lost: Vec<(Cell, usize)>,
    /// Names that stand for other procedures: type-bound, or generic.
    pub(crate) bindings: Map<Sym, Vec<Sym>>,
    /// Names of all variables.
    pub(crate) declared: Set<Sym>,
    /// Flows by target.
    pub(crate) incoming: Map<VarId, Vec<u32>>,
    /// Lambdas and functions a variable may be bound to.
    pub(crate) lambdas: Map<VarId, Vec<FnId>>,
    /// Fortran: constructs that nest, as token ranges, by start.
    pub(crate) blocks: Vec<Range<usize>>,
    /// Innermost target region of each token.
    pub(crate) device: Vec<Option<u32>>,
}

impl Program {
    /// Functions of this name with a body in the file.
    pub(crate) fn functions_named(&self, name: Sym) -> &[FnId] {
        self.named.get(&name).map_or(&[], Vec::as_slice)
    }

    /// Index of the innermost target region that holds the token.
    pub(crate) fn device_region(&self, token: usize) -> Option<usize> {
        self.device.get(token).copied().flatten().map(|r| r as usize)
    }

    /// With all that follows from what the file says.
    pub(crate) fn completed(mut self, symbols: &Symbols) -> Self {
        self.mark_device();
        self.connect_calls(symbols);
        self.index();
        self
    }

    /// Marks every token with its innermost target region.
    fn mark_device(&mut self) {
        let is_target = |r: &Region| self.directives[r.directive].is_target() && !r.body.is_empty();
        let mut order: Vec<usize> = (0..self.regions.len()).filter(|r| is_target(&self.regions[*r])).collect();
        order.sort_by_key(|r| (self.regions[*r].body.start, std::cmp::Reverse(self.regions[*r].body.end)));
        self.device = vec![None; self.tokens.len()];
        let mut next = 0;
        let mut stack: Vec<usize> = Vec::new();
        for i in 0..self.tokens.len() {
            while stack.last().is_some_and(|r| self.regions[*r].body.end <= i) {
                stack.pop();
            }
            while next < order.len() && self.regions[order[next]].body.start <= i {
                stack.push(order[next]);
                next += 1;
            }
            self.device[i] = stack.last().map(|r| *r as u32);
        }
    }

    /// Whether the file declares a variable of this name.
    pub(crate) fn is_declared(&self, name: Sym) -> bool {
        self.declared.contains(&name)
    }

    /// Whether the token is outside every function body.
    pub(crate) fn at_file_scope(&self, token: usize) -> bool {
        !self.functions.iter().any(|f| f.body.contains(&token) || f.head.contains(&token))
    }

    /// Whether a word names a function of the file.
    pub(crate) fn calls_function(&self, name: Sym) -> bool {
        self.named.contains_key(&name)
    }

    /// Calls written in a range of tokens.
    pub(crate) fn calls_in(&self, range: &Range<usize>) -> impl Iterator<Item = &Call> {
        let from = self.calls.partition_point(|c| c.token < range.start);
        let end = range.end;
        self.calls[from..].iter().take_while(move |c| c.token < end)
    }

    /// Flows that end in a variable.
    pub(crate) fn flows_into(&self, variable: VarId) -> impl Iterator<Item = &Flow> {
        self.incoming.get(&variable).into_iter().flatten().map(|i| &self.flows[*i as usize])
    }

    /// Sorts what the rules search, once everything is known.
    fn index(&mut self) {
        self.uses.sort_by_key(|u| u.token);
        self.calls.sort_by_key(|c| c.token);
        // `extern int fork(void);` says that there is such a function, not that it is another one.
        let prototype =
            |v: &&Variable| v.fortran.is_none() && self.tokens.get(v.declared + 1).is_some_and(|t| t.is("("));
        self.declared = self
            .variables
            .iter()
            .filter(|v| matches!(v.role, Role::Local | Role::Parameter | Role::Global) && !prototype(v))
            .map(|v| v.name)
            .collect();
        for (i, flow) in self.flows.iter().enumerate() {
            self.incoming.entry(flow.target.variable).or_default().push(i as u32);
        }
    }
}
