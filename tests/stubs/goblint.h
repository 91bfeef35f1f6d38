/* Stands in for the header that the regression tests of an analyser include. */
#ifndef GOBLINT_H
#define GOBLINT_H
extern void reach_error(void);
extern void __VERIFIER_assume(int);
#ifndef __goblint_check
#define __goblint_check(c) ((c) ? (void)0 : reach_error())
#endif
#define __goblint_assert(c) ((c) ? (void)0 : reach_error())
#define __goblint_assume(c) __VERIFIER_assume(c)
#define __goblint_split_begin(c) ((void)(c))
#define __goblint_split_end(c) ((void)(c))
#define __goblint_unknown(p) ((void)(p))
#define __goblint_globalize(p) ((void)(p))
#endif
