/* Two counters keep in step for a million rounds. The proof says so once. */
extern void reach_error(void);
int main(void)
{
	int up = 0, twice = 0, down = 1000000;
	while (up < 1000000) {
		up++;
		twice += 2;
		down--;
	}
	if (up != 1000000 || twice != 2000000 || down != 0)
		reach_error();
	return 0;
}
