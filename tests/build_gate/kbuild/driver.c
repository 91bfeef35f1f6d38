/* A module without headers of the kernel, built with all of its flags. */
extern void reach_error(void);
extern int request(void);

static int locked;

int probe(void);
int probe(void)
{
	locked = 0;
	while (request()) {
		if (locked)
			reach_error();
		locked = 1;
		locked = 0;
	}
	return 0;
}
