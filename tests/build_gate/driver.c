/* A driver whose meaning depends on how it is built. */
#include "driver.h"

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int locked;

static void lock(void)
{
	if (locked)
		reach_error();
	locked = 1;
}

static void unlock(void)
{
	locked = 0;
}

int main(void)
{
	int rounds = __VERIFIER_nondet_int();

	while (rounds-- > 0) {
		lock();
#ifndef BROKEN
		unlock();
#endif
	}
	return VERSION;
}
