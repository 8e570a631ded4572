//! Which parameter of the entry is wrong: the compiler's syntax tree against the task's signature.
//!
//! The compiler itself enforces the signature, through the header in front of the source. This only finds the words.

use judge_abi::prototype::c::{Spelling, param_type};
use judge_abi::prototype::declaration;
use judge_abi::{Language, Param};
use serde_json::Value;

use super::compile::{run, source_name};
use super::{BuildError, BuildRequest};
use crate::toolchain::tool::Workspace;
use crate::toolchain::{Toolchain, flags};

/// A function called like the entry, as the submission declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Declared {
    line: u64,
    params: Vec<Declaration>,
    returns: String,
    internal: bool,
    c_linkage: bool,
}

/// One declared parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Declaration {
    name: String,
    kind: String,
}

/// One sentence per difference; empty when there is none, or the source does not say enough.
pub(super) fn differences(
    toolchain: &Toolchain,
    workspace: &Workspace,
    request: &BuildRequest<'_>,
) -> Result<Vec<String>, BuildError> {
    if !matches!(request.language, Language::C | Language::Cxx | Language::Hip) {
        return Ok(Vec::new());
    }
    let mut args = flags(toolchain, request.language, request.target, request.kind).compile;
    args.extend(
        ["-w", "-fsyntax-only", "--offload-host-only", "-Xclang", "-ast-dump=json", "-Xclang"].map(str::to_owned),
    );
    args.push(format!("-ast-dump-filter={}", request.signature.entry));
    args.push(source_name(request.language));
    // A source with other errors has a tree too; what is not in it is not reported.
    let ran = run(toolchain, workspace, request, &args)?;
    Ok(compare(request, &declared(&ran.stdout, &request.signature.entry)))
}

/// The sentence for a source that defines nothing of the entry's name.
pub(super) fn missing(request: &BuildRequest<'_>) -> String {
    format!("no function `{}` is defined; write `{}`", request.signature.entry, wanted(request))
}

/// The declaration, in the submission's language.
fn wanted(request: &BuildRequest<'_>) -> String {
    declaration(request.signature, request.language).trim_end().trim_end_matches(';').to_owned()
}

fn compare(request: &BuildRequest<'_>, found: &[Declared]) -> Vec<String> {
    let signature = request.signature;
    let entry = &signature.entry;
    let Some(function) = found.first() else { return Vec::new() };
    let mut problems = Vec::new();
    let at = |text: String| format!("{}:{}: {text}", super::text::display_name(request.name), function.line);
    if function.internal {
        problems.push(at(format!("`{entry}` is static: remove `static`, the judge calls it from outside")));
    }
    if function.returns != "void" {
        problems.push(at(format!("`{entry}` returns `{}`: it must return `void`", function.returns)));
    }
    for (index, wanted) in signature.params.iter().enumerate() {
        if let Some(problem) = differs(index, wanted, function.params.get(index)) {
            problems.push(at(problem));
        }
    }
    if let Some(extra) = function.params.get(signature.params.len()) {
        let number = signature.params.len() + 1;
        problems.push(at(format!(
            "parameter {number} `{}` is not in the task's signature: `{}`",
            extra.name,
            self::wanted(request)
        )));
    }
    if problems.is_empty() && matches!(request.language, Language::Cxx | Language::Hip) && !function.c_linkage {
        problems.push(at(format!("`{entry}` has C++ linkage: write `extern \"C\"` before it")));
    }
    problems
}

fn differs(index: usize, wanted: &Param, found: Option<&Declaration>) -> Option<String> {
    let expected = param_type(wanted, Spelling::People);
    let number = index + 1;
    let Some(found) = found else {
        return Some(format!("parameter {number} `{}` is missing: `{expected}`", wanted.name()));
    };
    if normal(&found.kind) == normal(&param_type(wanted, Spelling::Compiler)) {
        return None;
    }
    let shown = if found.name.is_empty() { String::new() } else { format!(" `{}`", found.name) };
    Some(format!(
        "parameter {number}{shown}: expected `{expected}` for `{}`, found `{}`",
        wanted.name(),
        found.kind.trim()
    ))
}

/// A type's spelling without what does not matter: spaces, and qualifiers of the parameter itself.
fn normal(kind: &str) -> String {
    let mut kind = kind.trim();
    // Only behind the last `*` do they belong to the parameter.
    while let Some(rest) = ["restrict", "const", "volatile", "__restrict"].iter().find_map(|q| {
        let rest = kind.strip_suffix(q)?;
        (rest.trim_end().ends_with('*')).then_some(rest)
    }) {
        kind = rest.trim_end();
    }
    let kind = kind.strip_prefix("const ").filter(|rest| !rest.contains('*')).unwrap_or(kind);
    let words = kind.replace("_Complex float", "float _Complex").replace("_Complex double", "double _Complex");
    words.split_whitespace().collect::<Vec<_>>().join(" ").replace("* ", "*").replace(" *", "*")
}

/// Reads the functions of that name from the dump: JSON values one after the other.
fn declared(dump: &[u8], entry: &str) -> Vec<Declared> {
    let values = serde_json::Deserializer::from_slice(dump).into_iter::<Value>().map_while(Result::ok);
    let mut found: Vec<(bool, Declared)> = values.filter_map(|value| function(&value, entry)).collect();
    // Definitions before declarations.
    found.sort_by_key(|(defined, _)| !defined);
    found.into_iter().map(|(_, function)| function).collect()
}

fn function(value: &Value, entry: &str) -> Option<(bool, Declared)> {
    if value["kind"] != "FunctionDecl" || value["name"] != *entry {
        return None;
    }
    let inner = value["inner"].as_array().map(Vec::as_slice).unwrap_or_default();
    let params = inner.iter().filter(|child| child["kind"] == "ParmVarDecl").map(|child| Declaration {
        name: child["name"].as_str().unwrap_or_default().to_owned(),
        kind: spelling(&child["type"]),
    });
    let whole = value["type"]["qualType"].as_str().unwrap_or_default();
    let declared = Declared {
        line: value["loc"]["line"].as_u64().or_else(|| value["loc"]["expansionLoc"]["line"].as_u64()).unwrap_or(1),
        params: params.collect(),
        returns: whole.split('(').next().unwrap_or_default().trim().to_owned(),
        internal: value["storageClass"] == "static",
        c_linkage: value["mangledName"] == *entry,
    };
    Some((inner.iter().any(|child| child["kind"] == "CompoundStmt"), declared))
}

fn spelling(kind: &Value) -> String {
    kind["desugaredQualType"].as_str().or_else(|| kind["qualType"].as_str()).unwrap_or_default().to_owned()
}
