/* Two counters keep in step for a hundred thousand rounds. The proof says so once. */
extern void reach_error(void);
int main(void)
{
	int up = 0, twice = 0, down = 100000;
	while (up < 100000) {
		up++;
		twice += 2;
		down--;
	}
	if (up != 100000 || twice != 200000 || down != 0)
		reach_error();
	return 0;
}
