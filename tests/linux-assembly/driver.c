// The driver, and the device that it is for; with what its probe function calls of lib/devres.c:
// another component, whose answer is any that callers may get.
#include "drivers/leds/leds-cobalt-qube.c"

void library_call(void);
void library_return(int failed);
long __VERIFIER_nondet_long(void);

static struct resource registers;
static struct platform_device device;
static char mapped[64];

struct resource *platform_get_resource(struct platform_device *of, unsigned int type,
				       unsigned int number)
{
	registers.start = __VERIFIER_nondet_long();
	registers.end = __VERIFIER_nondet_long();
	return __VERIFIER_nondet_long() ? &registers : NULL;
}

void __iomem *devm_ioremap(struct device *of, resource_size_t start, resource_size_t size)
{
	library_call();
	if (__VERIFIER_nondet_long()) {
		library_return(0);
		return (void __iomem *)mapped;
	}
	library_return(1);
	return NULL;
}

void driver(void)
{
	cobalt_qube_led_probe(&device);
}
