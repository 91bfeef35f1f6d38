// The library, which is called again and again.
#include "lib/devres.c"

void library_call(void);
void library_return(int failed);
long __VERIFIER_nondet_long(void);

static struct device device;
static void *node[8];

void *__devres_alloc_node(dr_release_t release, size_t size, gfp_t how, int nid, const char *name)
{
	return __VERIFIER_nondet_long() ? node : NULL;
}

void library(void)
{
	for (;;) {
		void __iomem *address;

		library_call();
		address = devm_ioremap(&device, __VERIFIER_nondet_long(), __VERIFIER_nondet_long());
		library_return(address == NULL);
	}
}
