/* Stands in for the header that some public verification tasks include. */
#ifndef SMACK_H
#define SMACK_H
extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
#endif
