// The library, which is called again and again.
#include "lib/devres.c"

void library_call(void);
void library_return(int failed);
struct device *any_device(void);
struct resource *any_resource(void);

#ifdef DEV_ERR_PROBE
#include "dev_err_probe.c"
#endif

void library(void)
{
	for (;;) {
		void __iomem *address;

		library_call();
		address = devm_ioremap_resource(any_device(), any_resource());
		library_return(IS_ERR((__force void *)address));
	}
}
