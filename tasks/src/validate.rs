//! Turns a task file into a task, or says what in it makes no sense, and where.

use std::collections::BTreeSet;
use std::path::Path;

use judge_abi::{Array, DType, Intent, Param, Scalar};
use serde_saphyr::Spanned;

use crate::error::{Place, TaskError};
use crate::expr::{Expr, Names};
use crate::format::{Bounded, File, Fill, Gate, Parameter, SizeEntry, Text};
use crate::gate::Accumulation;
use crate::task::{
    self, ArrayRule, BandRule, FillRule, GateRule, Number, Placed, ScalarRule, Size, Sources, Task, Variant,
};
use crate::words;

/// Checks a parsed file and evaluates every expression at every size once.
pub(crate) fn validate(file: File, path: &str, sources: Sources) -> Result<Task, TaskError> {
    let at = Context { file: path, yaml: &sources.yaml };
    if !task::name_is_valid(&file.name.value) {
        return Err(at.invalid(&file.name, "a task's name is lower-case letters, digits and hyphens"));
    }
    file_name(path, &file.baseline)?;
    file_name(path, &file.oracle)?;
    let mut seen = BTreeSet::new();
    let names = file.dimensions.iter().chain(file.derived.iter().map(|d| &d.name));
    for name in names {
        at.identifier(name)?;
        at.first(&mut seen, name, "dimension or derived name")?;
    }
    let sizes = at.sizes(&file)?;
    let mut task = Task {
        name: file.name.value.clone(),
        title: file.title,
        summary: file.summary,
        file: path.to_owned(),
        dimensions: file.dimensions.iter().map(|d| d.value.clone()).collect(),
        sizes,
        arrays: Vec::new(),
        scalars: Vec::new(),
        signature: task::kernel(Vec::new()),
        bytes: at.placed(&file.work.bytes)?,
        flops: at.placed(&file.work.flops)?,
        sources: sources.clone(),
    };
    at.parameters(&file.parameters, &mut task)?;
    for size in &task.sizes {
        for variant in [Variant::Normal, Variant::Twin] {
            task.layout(size, variant)?;
        }
    }
    Ok(task)
}

/// The name of a source, which must be a file beside the task's own.
pub(crate) fn file_name<'a>(file: &str, name: &'a Spanned<String>) -> Result<&'a str, TaskError> {
    let plain = Path::new(&name.value).file_name().is_some_and(|n| n == name.value.as_str());
    let message = || format!("`{}` must be the name of a file beside task.yaml", name.value);
    match plain {
        true => Ok(&name.value),
        false => Err(TaskError::Invalid { file: file.to_owned(), place: Place::of(name), message: message() }),
    }
}

/// What every message needs: the file's name, and its text to find columns in.
struct Context<'a> {
    file: &'a str,
    yaml: &'a str,
}

impl Context<'_> {
    fn invalid<T>(&self, spanned: &Spanned<T>, message: impl Into<String>) -> TaskError {
        TaskError::Invalid { file: self.file.to_owned(), place: Place::of(spanned), message: message.into() }
    }

    fn first(&self, seen: &mut BTreeSet<String>, name: &Spanned<String>, what: &str) -> Result<(), TaskError> {
        match seen.insert(name.value.to_ascii_lowercase()) {
            true => Ok(()),
            false => Err(self.invalid(name, format!("{what} `{}` is there twice (Fortran ignores case)", name.value))),
        }
    }

    fn identifier(&self, name: &Spanned<String>) -> Result<(), TaskError> {
        let text = &name.value;
        let shape = text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.len() <= 48
            && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !shape {
            return Err(self.invalid(
                name,
                format!("`{text}` is no identifier in C and Fortran: letters, digits and _, at most 48"),
            ));
        }
        match words::is_taken(text) {
            true => {
                Err(self
                    .invalid(name, format!("`{text}` means something in C, C++, Fortran or HIP; choose another name")))
            }
            false => Ok(()),
        }
    }

    /// Parses an expression; its place is that of its first character in the file.
    fn placed(&self, text: &Spanned<Text>) -> Result<Placed, TaskError> {
        let mut place = Place::of(text);
        let line = usize::try_from(place.line).ok().and_then(|l| self.yaml.lines().nth(l.saturating_sub(1)));
        let first = usize::try_from(place.column).ok().and_then(|c| line?.chars().nth(c.saturating_sub(1)));
        if matches!(first, Some('"' | '\'')) {
            place.column += 1;
        }
        let expr = Expr::parse(&text.value.0).map_err(|error| TaskError::Invalid {
            file: self.file.to_owned(),
            place: place.at_offset(error.at),
            message: error.to_string(),
        })?;
        Ok(Placed { expr, place })
    }

    fn number(&self, text: &Spanned<Text>, dtype: DType) -> Result<Number, TaskError> {
        if dtype.is_float()
            && let Ok(value) = text.value.0.trim().parse()
        {
            return Ok(Number::Float(value));
        }
        self.placed(text).map(Number::Integer)
    }

    fn sizes(&self, file: &File) -> Result<Vec<Size>, TaskError> {
        let mut seen = BTreeSet::new();
        let mut sizes = Vec::new();
        for entry in &file.sizes {
            self.first(&mut seen, &entry.name, "size")?;
            let mut size = Size { name: entry.name.value.clone(), role: entry.role, bindings: self.bind(entry, file)? };
            for derived in &file.derived {
                let placed = self.placed(&derived.value)?;
                let value = self.value(&placed, &size.bindings, &size.name)?;
                size.bindings.insert(derived.name.value.clone(), value);
            }
            sizes.push(size);
        }
        match sizes.is_empty() {
            true => Err(self.invalid(&file.name, "a task needs at least one size")),
            false => Ok(sizes),
        }
    }

    fn bind(&self, entry: &SizeEntry, file: &File) -> Result<Names, TaskError> {
        let mut names = Names::new();
        if let Some((name, text)) =
            entry.bind.iter().find(|(name, _)| !file.dimensions.iter().any(|d| d.value == **name))
        {
            return Err(self.invalid(text, format!("`{name}` is no dimension; add it to `dimensions`")));
        }
        for dimension in &file.dimensions {
            let Some(text) = entry.bind.get(&dimension.value) else {
                let message = format!("size `{}` gives no value for dimension `{}`", entry.name.value, dimension.value);
                return Err(self.invalid(&entry.name, message));
            };
            let placed = self.placed(text)?;
            let value = self.value(&placed, &Names::new(), &entry.name.value)?;
            names.insert(dimension.value.clone(), value);
        }
        Ok(names)
    }

    fn value(&self, placed: &Placed, names: &Names, size: &str) -> Result<i64, TaskError> {
        placed.expr.value(names).map_err(|error| TaskError::AtSize {
            file: self.file.to_owned(),
            place: placed.place.at_offset(error.at),
            message: error.to_string(),
            size: size.to_owned(),
        })
    }

    fn parameters(&self, parameters: &[Parameter], task: &mut Task) -> Result<(), TaskError> {
        let mut seen = BTreeSet::new();
        for parameter in parameters {
            self.identifier(&parameter.name)?;
            self.first(&mut seen, &parameter.name, "parameter")?;
            match (parameter.array, parameter.scalar) {
                (Some(dtype), None) => {
                    let rule = self.array(parameter, dtype)?;
                    task.signature.params.push(Param::Array(rule.array.clone()));
                    task.arrays.push(rule);
                }
                (None, Some(dtype)) => {
                    let rule = self.scalar(parameter, dtype)?;
                    task.signature.params.push(Param::Scalar(rule.scalar.clone()));
                    task.scalars.push(rule);
                }
                _ => {
                    return Err(
                        self.invalid(&parameter.name, "a parameter has either `array: DTYPE` or `scalar: DTYPE`")
                    );
                }
            }
        }
        if !task.arrays.iter().any(|a| a.array.intent.is_output()) {
            let message = "no parameter has intent out or inout, so nothing could be judged";
            return Err(self.invalid(&parameters[0].name, message));
        }
        match task.has_twin() {
            true => self.complete_twin(parameters),
            false => Ok(()),
        }
    }

    /// On the twin every float input must be exact; one left random would make honest kernels fail.
    fn complete_twin(&self, parameters: &[Parameter]) -> Result<(), TaskError> {
        let lacks = |p: &&Parameter| p.fill.is_some() && p.twin_fill.is_none() && p.array.is_some_and(DType::is_float);
        match parameters.iter().find(lacks) {
            Some(p) => {
                Err(self
                    .invalid(&p.name, format!("the task has an exact twin: `{}` needs a `twin_fill`", p.name.value)))
            }
            None => Ok(()),
        }
    }

    fn array(&self, p: &Parameter, dtype: DType) -> Result<ArrayRule, TaskError> {
        let name = &p.name.value;
        let wrong = |what: &str| Err(self.invalid(&p.name, format!("array `{name}` {what}")));
        let (Some(intent), Some(extent)) = (p.intent, &p.extent) else {
            return wrong("needs `intent` and `extent`");
        };
        if p.value.is_some() || p.twin_value.is_some() {
            return wrong("takes `fill`, not `value`");
        }
        let reads = matches!(intent, Intent::In | Intent::InOut);
        match (&p.fill, &p.twin_fill) {
            (None, _) if reads => return wrong("is read by the kernel, so it needs a `fill`"),
            (Some(_), _) | (_, Some(_)) if !reads => return wrong("is not read by the kernel, so it takes no `fill`"),
            _ => {}
        }
        if intent.is_output() && dtype.is_float() && p.gate.is_none() {
            return wrong("is an output of floats, so it needs a `gate`: `exact`, or a `band`");
        }
        if p.gate.is_some() && !(intent.is_output() && dtype.is_float()) {
            return wrong("takes no `gate`: only outputs of floats have one, integers are compared exactly");
        }
        let rule = ArrayRule {
            array: Array { name: name.clone(), dtype, intent },
            extent: self.placed(extent)?,
            fill: p.fill.as_ref().map(|f| self.fill(f, dtype)).transpose()?,
            twin_fill: p.twin_fill.as_ref().map(|f| self.fill(f, dtype)).transpose()?,
            gate: p.gate.as_ref().map(|g| self.gate(&g.value, dtype)).transpose()?,
        };
        let by_oracle = |f: &FillRule| matches!(f, FillRule::Oracle);
        match (&rule.fill, &rule.twin_fill) {
            (Some(a), Some(b)) if by_oracle(a) != by_oracle(b) => wrong("is filled by the oracle in one variant only"),
            _ => Ok(rule),
        }
    }

    fn scalar(&self, p: &Parameter, dtype: DType) -> Result<ScalarRule, TaskError> {
        let name = &p.name.value;
        let wrong = |what: &str| Err(self.invalid(&p.name, format!("scalar `{name}` {what}")));
        if !matches!(dtype, DType::F64 | DType::F32 | DType::I32 | DType::I64 | DType::U32 | DType::U64) {
            return wrong("must be one of f64 f32 i32 i64 u32 u64");
        }
        if p.intent.is_some() || p.extent.is_some() || p.fill.is_some() || p.twin_fill.is_some() || p.gate.is_some() {
            return wrong("takes only `value` and `twin_value`");
        }
        let Some(value) = &p.value else {
            return wrong("needs a `value`: a number, or an expression of dimensions");
        };
        Ok(ScalarRule {
            scalar: Scalar { name: name.clone(), dtype },
            value: self.number(value, dtype)?,
            twin_value: p.twin_value.as_ref().map(|v| self.number(v, dtype)).transpose()?,
        })
    }

    fn fill(&self, fill: &Spanned<Fill>, dtype: DType) -> Result<FillRule, TaskError> {
        let max = |b: &Bounded| self.placed(&b.max);
        let rule = match &fill.value {
            Fill::Like(_) if !dtype.is_float() => {
                return Err(self.invalid(fill, format!("`like` makes floats, not {dtype}")));
            }
            Fill::Bits(_) if dtype.is_float() => {
                return Err(self.invalid(fill, format!("`bits` makes integers, not {dtype}")));
            }
            Fill::Bits(b) if b.shift > 63 => return Err(self.invalid(fill, "`shift` is at most 63")),
            Fill::Like(s) => FillRule::Like { stream: s.stream },
            Fill::Ipm(b) => FillRule::Ipm { stream: b.stream, max: max(b)? },
            Fill::Odd(b) => FillRule::Odd { stream: b.stream, max: max(b)? },
            Fill::OddPositive(b) => FillRule::OddPositive { stream: b.stream, max: max(b)? },
            Fill::Bits(b) => FillRule::Bits {
                stream: b.stream,
                shift: b.shift,
                modulus: b.modulus.as_ref().map(|m| self.placed(m)).transpose()?,
            },
            Fill::Constant(c) => FillRule::Constant(self.number(c, dtype)?),
            Fill::Oracle => FillRule::Oracle,
        };
        Ok(rule)
    }

    fn gate(&self, gate: &Gate, dtype: DType) -> Result<GateRule, TaskError> {
        let Gate::Band(band) = gate else { return Ok(GateRule::Exact) };
        let Some(acc) = band.acc.or(Accumulation::of(dtype)) else {
            return Err(self.invalid(&band.terms, "integers are compared exactly; leave out the band"));
        };
        Ok(GateRule::Band(Box::new(BandRule {
            acc,
            m: band.m,
            libm_ulp: band.libm_ulp,
            depth: band.depth.as_ref().map(|d| self.placed(d)).transpose()?,
            terms: if band.terms.value.0.trim() == "oracle" { None } else { Some(self.placed(&band.terms)?) },
            runs_equal: band.runs_equal,
            twin_exact: band.twin_exact,
        })))
    }
}
