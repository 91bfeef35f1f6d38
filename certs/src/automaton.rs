//! The automaton of a self-contained certificate: reads what [`proofmark_logic::encode::cfa_bytes`]
//! writes.
//!
//! A certificate that carries its automaton can be checked without the program's source, by any
//! checker. What is then proved is about that automaton; that it is the automaton of some C program
//! is for whoever has the source to see. Positions and call frames are not encoded, so messages
//! cannot use them.

use crate::error::{DecodeError, DecodeErrorKind};
use crate::limits;
use crate::reader::Reader;
use alloc::string::String;
use alloc::vec::Vec;
use proofmark_logic::arena::{Arena, Expr, Op, VarId};
use proofmark_logic::cfa::{
    Cfa, Edge, Frame, FrameId, LedgerEntry, LocId, Location, ObjectDecl, Pos, Scope, Stmt,
    StmtKind, VarDecl, VarSort,
};
use proofmark_logic::cfa::{ProcId, Procedure};
use proofmark_logic::encode::cfa_bytes;
use proofmark_logic::types::Profile;

/// Reads an automaton and its expressions. The result is not validated ([`Cfa::validate`]);
/// checking does that.
///
/// # Errors
/// The first problem. Bytes that are not the canonical encoding of what they say are refused.
pub fn decode(bytes: &[u8]) -> Result<(Arena, Cfa), DecodeError> {
    if bytes.len() > limits::CERTIFICATE_BYTES_MAX {
        return Err(DecodeError {
            offset: 0,
            kind: DecodeErrorKind::OverLimit("the size of automata"),
        });
    }
    let mut decoder = Decoder {
        reader: Reader::new(bytes, 0),
        arena: Arena::new(),
        vars: Vec::new(),
        objects: Vec::new(),
        numbered: Vec::new(),
    };
    let cfa = decoder.automaton()?;
    decoder.reader.finish()?;
    if cfa_bytes(&decoder.arena, &cfa) != bytes {
        return decoder.reader.error(DecodeErrorKind::Automaton);
    }
    Ok((decoder.arena, cfa))
}

struct Decoder<'a> {
    reader: Reader<'a>,
    arena: Arena,
    vars: Vec<VarDecl>,
    objects: Vec<ObjectDecl>,
    /// Expressions in the order in which they begin; `None` while their arguments are being read.
    numbered: Vec<Option<Expr>>,
}

impl Decoder<'_> {
    fn error<T>(&self) -> Result<T, DecodeError> {
        self.reader.error(DecodeErrorKind::Automaton)
    }

    fn automaton(&mut self) -> Result<Cfa, DecodeError> {
        let profile = self.profile()?;
        for _ in 0..self.reader.length()? {
            let decl = self.variable()?;
            self.vars.push(decl);
        }
        for _ in 0..self.reader.length()? {
            let object = self.object()?;
            self.objects.push(object);
        }
        let count = self.reader.varint32()?;
        if count > limits::LOCATIONS_MAX {
            return self
                .reader
                .error(DecodeErrorKind::OverLimit("the number of locations"));
        }
        let locations = (0..count)
            .map(|_| Location {
                frame: FrameId(0),
                pos: Pos::default(),
            })
            .collect();
        let entry = LocId(self.reader.varint32()?);
        let error = LocId(self.reader.varint32()?);
        let mut procedures = Vec::new();
        for _ in 0..self.reader.length()? {
            procedures.push(self.procedure()?);
        }
        let mut edges = Vec::new();
        for _ in 0..self.reader.length()? {
            edges.push(self.edge(profile)?);
        }
        let mut ledger = Vec::new();
        for _ in 0..self.reader.length()? {
            ledger.push(LedgerEntry {
                kind: self.string()?,
                subject: self.string()?,
                detail: self.string()?,
            });
        }
        let frames = Vec::from([Frame {
            function: String::new(),
            caller: None,
            call_site: Pos::default(),
        }]);
        let (vars, objects) = (
            core::mem::take(&mut self.vars),
            core::mem::take(&mut self.objects),
        );
        Ok(Cfa {
            profile,
            vars,
            objects,
            locations,
            procedures,
            edges,
            entry,
            error,
            ledger,
            frames,
            files: Vec::new(),
        })
    }

    fn profile(&mut self) -> Result<Profile, DecodeError> {
        let name = self.string()?;
        let known = [Profile::Lp64, Profile::Ilp32];
        match known.into_iter().find(|profile| profile.name() == name) {
            Some(profile) => Ok(profile),
            None => self.reader.error(DecodeErrorKind::UnknownProfile),
        }
    }

    fn object(&mut self) -> Result<ObjectDecl, DecodeError> {
        let name = self.string()?;
        match u64::try_from(self.reader.varint()?) {
            Ok(size) => Ok(ObjectDecl { name, size }),
            Err(_) => self.reader.error(DecodeErrorKind::Overflow),
        }
    }

    fn string(&mut self) -> Result<String, DecodeError> {
        let length = self.reader.length()?;
        let bytes = self.reader.take(length)?;
        match core::str::from_utf8(bytes) {
            Ok(text) => Ok(String::from(text)),
            Err(_) => self.error(),
        }
    }

    fn variable(&mut self) -> Result<VarDecl, DecodeError> {
        let name = self.string()?;
        let tag = self.reader.byte()?;
        let ty = self.reader.int_type()?;
        let scope = if tag & 2 == 0 {
            Scope::Global
        } else {
            Scope::Local
        };
        match tag {
            0 | 2 => Ok(VarDecl {
                name,
                sort: VarSort::Int(ty),
                scope,
            }),
            1 | 3 => Ok(VarDecl {
                name,
                sort: VarSort::Map(ty),
                scope,
            }),
            _ => self.reader.error(DecodeErrorKind::Opcode(tag)),
        }
    }

    fn procedure(&mut self) -> Result<Procedure, DecodeError> {
        let (entry, exit) = (
            LocId(self.reader.varint32()?),
            LocId(self.reader.varint32()?),
        );
        let mut ghosts = Vec::new();
        for _ in 0..self.reader.length()? {
            ghosts.push((
                VarId(self.reader.varint32()?),
                VarId(self.reader.varint32()?),
            ));
        }
        Ok(Procedure {
            entry,
            exit,
            ghosts,
        })
    }

    fn edge(&mut self, profile: Profile) -> Result<Edge, DecodeError> {
        let from = LocId(self.reader.varint32()?);
        let to = LocId(self.reader.varint32()?);
        let call = self.reader.varint32()?.checked_sub(1).map(ProcId);
        let mut stmts = Vec::new();
        for _ in 0..self.reader.length()? {
            let kind = match self.reader.byte()? {
                0 => StmtKind::Assign {
                    var: VarId(self.reader.varint32()?),
                    value: self.expression(profile)?,
                },
                1 => StmtKind::Havoc {
                    var: VarId(self.reader.varint32()?),
                },
                2 => StmtKind::Assume(self.expression(profile)?),
                tag => return self.reader.error(DecodeErrorKind::Opcode(tag)),
            };
            stmts.push(Stmt {
                kind,
                pos: Pos::default(),
                frame: FrameId::default(),
            });
        }
        Ok(Edge {
            from,
            to,
            stmts,
            call,
        })
    }

    /// Reads one expression in preorder, without recursion.
    fn expression(&mut self, profile: Profile) -> Result<Expr, DecodeError> {
        // Applications that wait for arguments: the operation, its number, the arguments so far.
        let mut open: Vec<(Op, usize, Vec<Expr>)> = Vec::new();
        loop {
            if self.arena.collisions > limits::COLLISIONS_MAX {
                return self
                    .reader
                    .error(DecodeErrorKind::OverLimit("collisions of expressions"));
            }
            let code = self.reader.byte()?;
            let mut done = match code.checked_sub(APP).map(Op::from_code) {
                Some(Some(op)) if op.params().is_empty() => {
                    self.leaf(|arena| arena.try_app(op, &[]))?
                }
                Some(Some(op)) => {
                    open.push((op, self.numbered.len(), Vec::new()));
                    self.numbered.push(None);
                    continue;
                }
                Some(None) => return self.reader.error(DecodeErrorKind::Opcode(code)),
                None => self.atomic(code, profile)?,
            };
            loop {
                let Some((op, _, args)) = open.last_mut() else {
                    return Ok(done);
                };
                args.push(done);
                if args.len() < op.params().len() {
                    break;
                }
                let Some((op, number, args)) = open.pop() else {
                    return self.error();
                };
                let Some(built) = self.arena.try_app(op, &args) else {
                    return self.error();
                };
                if let Some(slot) = self.numbered.get_mut(number) {
                    *slot = Some(built);
                }
                done = built;
            }
        }
    }

    /// An expression without arguments, or a reference to one that was read before.
    fn atomic(&mut self, code: u8, profile: Profile) -> Result<Expr, DecodeError> {
        match code {
            0 => {
                let number = usize::try_from(self.reader.varint32()?).unwrap_or(usize::MAX);
                match self.numbered.get(number) {
                    Some(Some(e)) => Ok(*e),
                    _ => self.reader.error(DecodeErrorKind::ForwardReference),
                }
            }
            1 => {
                let value = self.reader.signed()?;
                self.leaf(|arena| Some(arena.lit(value)))
            }
            2 => {
                let ty = self.reader.int_type()?;
                self.leaf(|arena| Some(arena.ty(ty)))
            }
            3 | 4 => {
                let var = self.reader.varint32()?;
                match (
                    code,
                    usize::try_from(var)
                        .ok()
                        .and_then(|n| self.vars.get(n))
                        .map(|decl| decl.sort),
                ) {
                    (3, Some(VarSort::Int(ty))) => {
                        self.leaf(|arena| Some(arena.var(VarId(var), ty)))
                    }
                    (4, Some(VarSort::Map(ty))) => {
                        self.leaf(|arena| Some(arena.map_var(VarId(var), ty)))
                    }
                    _ => self.error(),
                }
            }
            _ => {
                let object = self.reader.varint32()?;
                let size = usize::try_from(object)
                    .ok()
                    .and_then(|n| self.objects.get(n))
                    .map(|o| o.size);
                self.leaf(|arena| size.map(|size| arena.addr(object, size, profile.pointer_bits())))
            }
        }
    }

    /// Numbers a new expression that has no arguments.
    fn leaf(
        &mut self,
        build: impl FnOnce(&mut Arena) -> Option<Expr>,
    ) -> Result<Expr, DecodeError> {
        let Some(built) = build(&mut self.arena) else {
            return self.error();
        };
        self.numbered.push(Some(built));
        Ok(built)
    }
}

/// Codes from here on are operations; those below are references and leaves.
const APP: u8 = 6;
