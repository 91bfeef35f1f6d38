/* The error comes after a hundred thousand rounds. */
extern void reach_error(void);
int main(void)
{
	int up = 0, twice = 0;
	while (up < 100000) {
		up++;
		twice += 2;
	}
	if (twice == 200000)
		reach_error();
	return 0;
}
