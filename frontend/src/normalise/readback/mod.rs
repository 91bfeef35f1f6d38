//! The syntax tree, compared with the text that it was read from.
//!
//! The C parser is large and not ours, and it has given wrong trees without an error. So nobody has
//! to believe it: this walks the tree in the order of the text and takes each token that the tree
//! stands for. A token that the tree does not say, a tree that says more than the text, and one
//! whose operators bind otherwise than in the grammar of C11 (A.2) are refused. Parentheses around
//! expressions are not in the tree: where there are none, an operand must bind tightly enough.
//!
//! What the grammar leaves to the meaning of names (`(T)(x)` is a cast or a call) is decided where
//! names are looked up, in [`crate::sema`].

mod declaration;
mod expression;
mod lexemes;
mod statement;

use lang_c::ast::{ExternalDeclaration, Identifier, StringLiteral, TranslationUnit};
use lang_c::span::Node;

/// The offset of the token where the text is not what the tree says.
pub(super) type Mismatch = usize;

type Step = Result<(), Mismatch>;

/// Whether `tree` is what `text` says.
///
/// # Errors
/// The first token where it is not.
pub(super) fn compare(tree: &TranslationUnit, text: &str) -> Step {
    let mut reader = Reader {
        text,
        tokens: lexemes::lexemes(text)?,
        at: 0,
    };
    for item in &tree.0 {
        match &item.node {
            ExternalDeclaration::Declaration(d) => reader.declaration(&d.node)?,
            ExternalDeclaration::StaticAssert(a) => reader.static_assertion(&a.node)?,
            ExternalDeclaration::FunctionDefinition(f) => reader.function(&f.node)?,
        }
        // gcc ignores them, and the tree has none.
        while reader.skip(";") {}
    }
    reader.need(reader.at == reader.tokens.len())
}

/// A text, and how much of it is taken.
struct Reader<'t> {
    text: &'t str,
    /// From where to where.
    tokens: Vec<(usize, usize)>,
    /// The next one.
    at: usize,
}

impl<'t> Reader<'t> {
    /// The next token; empty at the end.
    fn peek(&self) -> &'t str {
        self.tokens
            .get(self.at)
            .and_then(|(start, end)| self.text.get(*start..*end))
            .unwrap_or("")
    }

    fn need(&self, condition: bool) -> Step {
        if condition {
            return Ok(());
        }
        let next = self.tokens.get(self.at);
        Err(next.map_or(self.text.len(), |(start, _)| *start))
    }

    fn take(&mut self, word: &str) -> Step {
        self.take_one_of(&[word])
    }

    fn take_one_of(&mut self, words: &[&str]) -> Step {
        self.need(words.contains(&self.peek()))?;
        self.at += 1;
        Ok(())
    }

    fn take_all(&mut self, words: &[&str]) -> Step {
        words.iter().try_for_each(|word| self.take(word))
    }

    /// Takes a token that may be there.
    fn skip(&mut self, word: &str) -> bool {
        let found = self.peek() == word;
        self.at += usize::from(found);
        found
    }

    fn name(&mut self, name: &Node<Identifier>) -> Step {
        self.take(&name.node.name)
    }

    fn string(&mut self, literal: &Node<StringLiteral>) -> Step {
        literal.node.iter().try_for_each(|part| self.take(part))
    }

    /// Items with commas between them.
    fn list<T>(&mut self, items: &[T], each: impl Fn(&mut Self, &T) -> Step) -> Step {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.take(",")?;
            }
            each(self, item)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::compare;
    use lang_c::driver::{parse_preprocessed, Config, Flavor};

    /// Whether the tree of one text is what another text says.
    fn says(parsed: &str, text: &str) -> bool {
        let config = Config {
            cpp_command: String::new(),
            cpp_options: Vec::new(),
            flavor: Flavor::GnuC11,
        };
        match parse_preprocessed(&config, parsed.to_owned()) {
            Ok(tree) => compare(&tree.unit, text).is_ok(),
            Err(error) => panic!("{parsed}: {error:?}"),
        }
    }

    /// Texts that are read as they are written.
    const READ: &[&str] = &[
        "typedef int T; int x = (T)(1) + sizeof(T) * sizeof (x) - (((x)));",
        "int a, *b[3], (*f)(int, char *, ...); int g(a, b) int a; char b; { return (a)+b; };",
        "struct s { int a : 3, : 2; union { int u; }; ; } __attribute__((packed, aligned(4))) v;",
        "int x __asm(\"y\") __attribute__((unused)) = 1, __attribute__((weak)) z;",
        "int f(void) { if (1) { if (2) ; } else if (3) ; else return 1; do f(); while (0); }",
        "int f(int n) { switch (n) { case 1 ... 2: l: n++; default: goto l; } for (;;) ; }",
        "int f(int n) { return (n ? n + 1 : n, ({ n; }) + ((struct { int a; }){ .a = 1, }).a); }",
        "int a[] = { [0] = 1, [1 ... 2] = 2, [3] 4, }; struct { int m; } s = { m: 1 };",
        "int f(int a[static const 3], int b[const static 2], int c[*], int *d) { return a - -b; }",
        "void f(int n) { __asm volatile (\"x\" : [a] \"=r\" (n) : \"r\" (n)); __asm(\"n\" :); }",
        "void f(void) { __asm volatile (\"x\"); __asm(\"y\" \"z\"); }",
        "enum e { A __attribute__((unused)) = 1, B, }; int x = B;",
        "double d = 1.5e+3 + .5f + 0x1p-2L + 1.0F128 + 2.0df; long n = 0x1fULL + 'a';",
        "char *s = \"a\" L\"b\" u8\"c\"; int c = L'x'; int z = 00 + 0 + 017 + 0b11;",
        "int f(int n) { return n++ + ++n - n-- - --n + -n * !n & ~n << (int)+n; }",
        "int f(int *p) { *p += p[0] = *p++ * p->x, &*p; return _Alignof(int) ? 1 : 2 ? 3 : 4; }",
        "int f(int n) { return _Generic(n, int: n, default: 2) + __builtin_offsetof(int, a[1]); }",
        "_Static_assert(1, \"\"); int f(char *l) { return __builtin_va_arg(l, int *); }",
    ];

    #[test]
    fn a_text_is_what_its_tree_says() {
        for text in READ {
            assert!(says(text, text), "{text}");
        }
    }

    #[test]
    fn a_token_less_or_more_is_noticed() {
        for text in READ {
            for (index, _) in text.match_indices(|c: char| c.is_ascii_graphic()) {
                let (head, tail) = text.split_at(index);
                let less = format!("{head} {}", tail.get(1..).unwrap_or(""));
                // What may be there or not.
                let optional = [";", ","].iter().any(|o| tail.starts_with(o))
                    || (tail.starts_with('=') && head.ends_with("] "));
                let parentheses = tail.starts_with(['(', ')']);
                assert!(optional || parentheses || !says(text, &less), "{less}");
            }
            for more in ["x", "1", ",", "(", "]", "*", "__attribute__((a))"] {
                assert!(!says(text, &format!("{text} {more}")), "{text} {more}");
                assert!(!says(text, &format!("{more} {text}")), "{more} {text}");
            }
        }
    }

    #[test]
    fn a_tree_that_groups_otherwise_is_noticed() {
        let pairs = [
            ("(a + b) * c", "a + b * c"),
            ("a - (b - c)", "a - b - c"),
            ("(a = b) ? c : d", "a = b ? c : d"),
            ("(a, b) + c", "a, b + c"),
            ("a & (b == c)", "(a & b) == c"),
            ("(a & b) == c", "a & b == c"),
            ("(a ? b : c) ? d : e", "a ? b : c ? d : e"),
            ("-(a[1])", "(-a)[1]"),
            ("(-a)[1]", "-a[1]"),
            ("(*a)++", "*a++"),
            ("(int)(a + b)", "(int)a + b"),
            ("sizeof (a + b)", "sizeof a + b"),
            ("(a || b) && c", "a || b && c"),
            ("(a << b) + c", "a << b + c"),
            ("f((a, b))", "f(a, b)"),
            ("a + +b", "a ++ b"),
            ("a & &b", "a && b"),
            ("(a = b) = c", "a = b = c"),
            ("(f)(a)", "f((a)"),
            ("10u", "10ul"),
            ("10", "010"),
            ("1.0f", "1.0"),
            ("'a'", "L'a'"),
        ];
        for (parsed, text) in pairs {
            let program = |e: &str| format!("int f(void) {{ return {e}; }}");
            assert!(says(&program(parsed), &program(parsed)), "{parsed}");
            assert!(!says(&program(parsed), &program(text)), "{parsed} | {text}");
        }
    }

    #[test]
    fn an_else_belongs_to_the_nearest_if() {
        let tree = "int f(void) { if (a) { if (b) c; } else d; }";
        assert!(!says(tree, "int f(void) { if (a) if (b) c; else d; }"));
        let tree = "int f(void) { if (a) while (b) { if (c) d; } else e; }";
        assert!(says(tree, tree));
        assert!(!says(
            tree,
            "int f(void) { if (a) while (b) if (c) d; else e; }"
        ));
    }
}
