/* The bounds of two loops, one inside of the other; the inner one depends on the outer counter. */
extern void reach_error(void);
int main(void)
{
	int i, j, last = 0;
	for (i = 0; i < 300; i++)
		for (j = 0; j < i; j++) {
			if (j >= i || i >= 300)
				reach_error();
			last = j;
		}
	if (i != 300 || last < 0 || last >= 300)
		reach_error();
	return 0;
}
