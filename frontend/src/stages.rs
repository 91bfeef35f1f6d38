//! The stages in their order, from texts to the automaton. Each stage is a module; here is what one
//! hands to the next.

use crate::approximation::{Cell, Shared};
use crate::inline::{self, Inlined};
use crate::ir;
use crate::sources::UnitId;
use crate::types::Floats;
use crate::{
    accounting, assumptions, compiler, constructors, entry, flatten, judge, library, linked,
    models, normalise, outline, partition, sema, simplify, spec, translate, weave,
};
use crate::{
    Diagnostic, ErrorKind, Globals, Input, Judging, LoadError, Make, Models, Options, Program,
    Relevance, Sources, Text,
};
use proofmark_logic::arena::Arena;
use proofmark_logic::cfa::{Cfa, Pos};
use proofmark_logic::types::Profile;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A program in flat C.
pub(crate) struct Flattened {
    pub(crate) program: ir::Program,
    pub(crate) code: flatten::Code,
    pub(crate) sources: Sources,
    warnings: Vec<Diagnostic>,
    /// What the compiler can confirm.
    facts: Vec<judge::Fact>,
}

/// The typed program, before observers.
fn analyse(
    units: Vec<Text>,
    sources: &mut Sources,
    options: &Options,
) -> Result<sema::Analyser, LoadError> {
    let mut analyser = sema::Analyser::new(options.profile);
    if !compiler::arguments::declare_library(&options.cpp_args) {
        analyser.undeclared(sema::Undeclared::Refused);
    }
    for text in units {
        let unit = analyse_unit(&mut analyser, text, (sources, None), options)?;
        if !compiler::arguments::reserve_words(&options.cpp_args) {
            normalise::without_ordinary_names(sources, unit)?;
        }
    }
    analyser.unite(sources)?;
    Ok(analyser)
}

/// Analyses a text: of the program, or of a model, with what that is given.
fn analyse_unit(
    analyser: &mut sema::Analyser,
    text: Text,
    (sources, model): (&mut Sources, Option<Vec<(&str, sema::Given)>>),
    options: &Options,
) -> Result<UnitId, LoadError> {
    let unit = match model {
        Some(_) => sources.add_model(&text.name, text.preprocessed)?,
        None => sources.add(&text.name, text.preprocessed)?,
    };
    if let Some(written) = text.written {
        sources.show_lines(&text.name, written);
    }
    let rewritten = normalise::normalise(sources, unit, &options.entry)?;
    sources.set_rewritten(unit, &rewritten);
    analyser.assembly(rewritten.assembly);
    let occurrences = normalise::occurrences(&rewritten.text);
    let parsed = normalise::parse(sources, unit, rewritten.text)?;
    if model.is_none() {
        analyser.file();
    }
    let given = model.unwrap_or_default();
    analyser.unit(sources, unit, &parsed, &occurrences, given)?;
    Ok(unit)
}

/// Links the models that the program needs.
fn link_models(
    analyser: &mut sema::Analyser,
    sources: &mut Sources,
    options: &Options,
) -> Result<(), LoadError> {
    // A program without its entry is refused later, with what it needs.
    let Ok(entry) = entry::find_entry(&analyser.program, &options.entry) else {
        return Ok(());
    };
    for (name, text) in models::wanted(&analyser.program, entry) {
        let defined = analyser.defined();
        let text = model_text(name, text);
        analyse_unit(analyser, text, (sources, Some(Vec::new())), options)?;
        analyser.model(name, &defined);
    }
    link_callbacks(analyser, sources, (entry, options))
}

fn model_text(name: &str, text: &str) -> Text {
    Text {
        name: format!("models/{name}.c"),
        preprocessed: text.to_owned(),
        written: None,
    }
}

/// Links each call of a function that calls back with a model of its own.
fn link_callbacks(
    analyser: &mut sema::Analyser,
    sources: &mut Sources,
    (entry, options): (u32, &Options),
) -> Result<(), LoadError> {
    let wanted = models::called_back(&analyser.program, entry, analyser.callbacks());
    for (callback, name, text) in wanted {
        let defined = analyser.defined();
        let given = analyser.given(&callback);
        let text = model_text(name, text);
        analyse_unit(analyser, text, (sources, Some(given)), options)?;
        analyser.model(name, &defined);
        if let Some(model) = analyser.defined().difference(&defined).next() {
            analyser.stands_for(&callback, *model);
        }
    }
    Ok(())
}

/// Calls without a model are calls of what they name.
fn link_other_callbacks(analyser: &mut sema::Analyser) {
    for callback in analyser.callbacks().to_vec() {
        let call = analyser.program.function(callback.call);
        if call.is_some_and(|call| call.alias.is_none()) {
            analyser.stands_for(&callback, callback.library);
        }
    }
}

/// What a model calls is no event of an observer: there must be none about it.
fn without_hidden_events(analyser: &sema::Analyser, sources: &Sources) -> Result<(), LoadError> {
    let program = &analyser.program;
    let modelled = |id: u32| program.called(id).is_some_and(|f| f.modelled);
    let mut linked = analyser.callbacks().iter();
    let Some(hidden) = linked.find(|c| modelled(c.call) && program.is_watched(c.compare)) else {
        return Ok(());
    };
    let [library, compare] = [hidden.library, hidden.compare].map(|id| program.function(id));
    let (Some(library), Some(compare)) = (library, compare) else {
        return Ok(());
    };
    let message = format!(
        "the specification is about calls of `{}`, which `{}` of the C library calls",
        compare.name, library.name
    );
    let kind = ErrorKind::Unsupported;
    Err(LoadError::at(kind, sources, compare.pos, message))
}

/// The stages up to flat C, with the code of observers beside the program's.
pub(crate) fn flattened(
    units: Vec<Text>,
    options: &Options,
    rewrite: fn(&mut ir::Program),
) -> Result<Flattened, LoadError> {
    let mut sources = Sources::default();
    let units = library::extend(units, &options.library)?;
    let mut analyser = analyse(units, &mut sources, options)?;
    let facts = analyser.facts();
    constructors::run_first(&mut analyser.program, &sources, options)?;
    analyser.find_external(&sources)?;
    models::kept_apart(&analyser.program, &sources)?;
    if options.models == Models::Linked {
        link_models(&mut analyser, &mut sources, options)?;
        analyser.unite(&sources)?;
    }
    link_other_callbacks(&mut analyser);
    let observers = analyser.observe(&mut sources, &options.specification)?;
    rewrite(&mut analyser.program);
    let mut code = flatten::Code::default();
    flatten::flatten(&analyser.program, &sources, &mut code)?;
    weave::assign_cleared(&analyser.program, &sources, &mut code)?;
    let (wanted, written) = weave::wanted(&analyser.program, &code, &sources);
    analyser.program.observed.written = written;
    analyser.events(&sources, &observers, wanted)?;
    without_hidden_events(&analyser, &sources)?;
    flatten::flatten(&analyser.program, &sources, &mut code)?;
    let (mut program, warnings) = analyser.finish(&sources)?;
    program.fresh = options.globals == Globals::Initial;
    Ok(Flattened {
        program,
        code,
        sources,
        warnings,
        facts,
    })
}

/// The stages up to flat C, with the function that runs start in, and what the compiler says.
pub(crate) fn judged(
    units: Vec<Text>,
    options: &Options,
    judging: Judging,
    rewrite: fn(&mut ir::Program),
) -> Result<(Flattened, u32), LoadError> {
    let mut flat = flattened(units, options, rewrite)?;
    let entry = entry::find_entry(&flat.program, &options.entry)?;
    let at_exit = options.at_exit.as_deref();
    flat.program.at_exit = at_exit
        .map(|name| entry::find_entry(&flat.program, name))
        .transpose()?;
    let facts = std::mem::take(&mut flat.facts);
    if judging == Judging::Asked {
        judge::confirm(&flat.program, entry, &facts, &flat.sources, options)?;
    }
    Ok((flat, entry))
}

/// A program whose automaton is not made yet.
pub struct Lowering {
    /// The typed program.
    pub program: ir::Program,
    /// Flat C.
    pub code: flatten::Code,
    plan: partition::Plan,
    sources: Sources,
    warnings: Vec<Diagnostic>,
    /// What it becomes.
    pub inlined: Inlined,
}

/// The stages up to routines that are put together, and what the ledger says.
pub(crate) fn lowering(
    units: Vec<Text>,
    Input {
        options,
        instrument,
        memory,
        ..
    }: &Input,
    describing: translate::Describing,
    judging: Judging,
    rewrite: fn(&mut ir::Program),
) -> Result<Lowering, LoadError> {
    let (flat, entry) = judged(units, options, judging, rewrite)?;
    let Flattened {
        mut program,
        mut code,
        sources,
        warnings,
        ..
    } = flat;
    let believed = library::apply((&mut program, &mut code, &sources), &options.library)?;
    if let Some(instrument) = instrument {
        instrument(&mut program, &mut code);
    }
    let mut plan = planned(&mut program, &mut code, &sources, (entry, options))?;
    if *memory == partition::Memory::Bytes {
        plan.be_bytes(&program, &code);
    }
    // Flat C has initialisers, too.
    program.globals.iter_mut().for_each(|g| g.init = None);
    let input = translate::Input {
        program: &program,
        code: &code,
        plan: &plan,
        sources: &sources,
        describing,
    };
    let mut translator = translate::Translator::new(input);
    let mut inlined = inline::inline(&mut translator, entry, options.inline_limit)?;
    tell_shared(&mut inlined.draft, &plan.shared(&program.types));
    inlined.draft.cfa.ledger.extend(believed);
    inlined.draft.cfa.ledger = assumptions::ledger(&program, &code, &plan, &inlined);
    Ok(Lowering {
        program,
        code,
        plan,
        sources,
        warnings,
        inlined,
    })
}

/// Says of memories where their elements lie that others show, too.
fn tell_shared(draft: &mut inline::Draft, cells: &BTreeMap<partition::MapKey, Cell>) {
    let memories = draft.maps.iter();
    let shared = memories.filter_map(|(key, var)| Some((var, cells.get(key)?)));
    for (var, cell) in shared {
        if let Some(decl) = draft.cfa.vars.get(var.0 as usize) {
            let shared = Shared {
                object: None,
                first: u64::from(cell.first),
                width: u64::from(cell.width),
            };
            draft
                .approximations
                .insert_shared(decl.name.clone(), shared);
        }
    }
}

/// All stages.
pub(crate) fn translate<T>(
    input: Input,
    judging: Judging,
    rewrite: fn(&mut ir::Program),
    make: Make<T>,
) -> Result<(Program, T), LoadError> {
    let Lowering {
        program,
        plan,
        sources,
        warnings,
        inlined: Inlined { draft, heard, .. },
        ..
    } = lowering(
        input.units.clone(),
        &input,
        translate::Describing::Left,
        judging,
        rewrite,
    )?;
    let (automaton, more) = make(&program, &plan, draft);
    let reached = simplify::reached(&automaton.cfa);
    let relevance = Relevance::of(&program, (&automaton.cfa, &heard), &reached);
    let outline = outline::of(&program, &heard, &reached);
    let unmatched = relevance.warnings(&sources);
    let approximations = automaton.approximations.clone();
    let (arena, cfa) = well_formed(simplify::simplify(automaton))?;
    let program = Program {
        arena,
        cfa,
        warnings,
        sources,
        specification: spec::normal_form(&input.options.specification),
        relevance,
        outline,
        unmatched,
        rejections: rejections(&program),
        approximations,
        objects: linked::objects(&program, &plan),
        definitions: linked::definitions(&program),
        functions: linked::functions(&program, &plan),
        extents: None,
        input: Arc::new(input),
    };
    Ok((program, more))
}

fn well_formed((arena, cfa): (Arena, Cfa)) -> Result<(Arena, Cfa), LoadError> {
    match cfa.validate(&arena) {
        Ok(()) => Ok((arena, cfa)),
        Err(violation) => {
            let message = format!(
                "the front end built an ill-formed automaton ({violation:?}); please report the input"
            );
            Err(LoadError::plain(ErrorKind::Internal, &message))
        }
    }
}

/// The stages from flat C to the plan of memory maps: observers come in between.
pub(crate) fn planned(
    program: &mut ir::Program,
    code: &mut flatten::Code,
    sources: &Sources,
    (entry, options): (u32, &Options),
) -> Result<partition::Plan, LoadError> {
    let reached = partition::Reached::new(program, code, entry);
    without_a_model(program, &reached, (sources, options))?;
    program.types.floats = floats(program, &reached, options);
    let program = &*program;
    let conversions = partition::Conversions::new(program, code, &reached);
    weave::weave(program, code, (&reached, &conversions), sources)?;
    Ok(partition::Plan::new(program, code, reached, conversions))
}

/// Refuses what a run reaches and has no model as a whole.
fn without_a_model(
    program: &ir::Program,
    reached: &partition::Reached,
    (sources, options): (&Sources, &Options),
) -> Result<(), LoadError> {
    let refused = |function: &ir::Function, why: &str| {
        let message = format!("`{}` is not supported here: {why}", function.name);
        LoadError::at(ErrorKind::Unsupported, sources, function.pos, message)
    };
    // Compilers take two names for two functions where they do not see that one is an alias.
    if let Some(name) = reached.second_name().and_then(|id| program.function(id)) {
        let why = "its address is taken, and by another name of the function, too";
        return Err(refused(name, why));
    }
    let met = reached.functions.iter().chain(&reached.taken);
    let mut met = met.filter_map(|id| program.function(*id));
    let unwinds = |f: &&ir::Function| f.body.is_none() && accounting::unwinds(&f.name);
    match met.find(unwinds) {
        Some(function) if compiler::arguments::make_exceptions(&options.cpp_args) => {
            let why = "with `-fexceptions` it runs clean-up functions";
            Err(refused(function, why))
        }
        Some(_) | None => Ok(()),
    }
}

/// What is known of floating values: nothing on i386, where gcc computes them with more digits than
/// they have, nor if the program may change how results are rounded (C11 7.6.3.2), or if arguments
/// of the compiler choose other instructions than those that every x86-64 has.
fn floats(program: &ir::Program, reached: &partition::Reached, options: &Options) -> Floats {
    let met = reached.functions.iter().chain(&reached.taken);
    let names = met.flat_map(|f| [program.function(*f), program.called(*f)]);
    let changed = names
        .flatten()
        .any(|function| accounting::changes_arithmetic(&function.name));
    let kept = !changed && compiler::arguments::keep_arithmetic(&options.cpp_args);
    match (program.types.profile, kept) {
        (Profile::Lp64, true) => Floats::Exact,
        (Profile::Lp64, false) | (Profile::Ilp32, _) => Floats::Opaque,
    }
}

/// The conditions behind which observers reject.
fn rejections(program: &ir::Program) -> BTreeMap<Pos, String> {
    let mut out = BTreeMap::new();
    for (function, title) in &program.observed.functions {
        let body = program.function(*function).and_then(|f| f.body.as_ref());
        let condition = body.and_then(|b| {
            b.stmts
                .iter()
                .find(|s| matches!(s.kind, ir::StmtKind::Branch(..)))
        });
        let rejects = body.is_some_and(|b| {
            b.stmts
                .iter()
                .any(|s| matches!(s.kind, ir::StmtKind::Reject))
        });
        if let (Some(stmt), true) = (condition, rejects) {
            out.insert(stmt.pos, title.clone());
        }
    }
    out
}
