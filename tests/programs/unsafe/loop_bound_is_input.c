/* Only one value of the bound leads to the error. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void)
{
	int bound = __VERIFIER_nondet_int(), i = 0;
	__VERIFIER_assume(bound >= 0 && bound <= 3000);
	while (i < bound)
		i++;
	if (i == 3000)
		reach_error();
	return 0;
}
