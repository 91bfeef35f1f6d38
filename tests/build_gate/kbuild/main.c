/* What makes the driver a module; it is not part of what is certified. */
#include <linux/module.h>

int probe(void);
int request(void);
void reach_error(void);

int request(void)
{
	return 0;
}

void reach_error(void)
{
	panic("unreachable");
}

static int __init start(void)
{
	return probe();
}

module_init(start);
MODULE_LICENSE("GPL");
