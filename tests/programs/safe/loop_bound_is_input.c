/* A counter reaches a bound that nobody knows. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void)
{
	int bound = __VERIFIER_nondet_int(), i = 0, j = 0;
	__VERIFIER_assume(bound >= 0 && bound <= 100000);
	while (i != bound) {
		i++;
		j++;
	}
	if (j != bound)
		reach_error();
	return 0;
}
