/* What a counter leaves as a remainder does not depend on how far it counts. */
extern void reach_error(void);
int main(void)
{
	int even = 0;
	unsigned three = 1;
	while (even < 1000)
		even += 2;
	while (three < 3000u)
		three += 3;
	if (even % 2 != 0 || three % 3 != 1 || even > 1000)
		reach_error();
	return 0;
}
