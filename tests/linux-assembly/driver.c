// The driver, with what its probe function calls of lib/devres.c: another component, whose answer
// is any that callers may get.
#include "drivers/char/hw_random/timeriomem-rng.c"

void library_call(void);
void library_return(int failed);
long any_number(void);
void __iomem *any_address(void);

void __iomem *devm_ioremap_resource(struct device *dev, const struct resource *res)
{
	void __iomem *address = any_address();
	long error = any_number();

	library_call();
	if (!IS_ERR((__force void *)address)) {
		library_return(0);
		return address;
	}
	library_return(1);
	return IOMEM_ERR_PTR(error < 0 && error >= -MAX_ERRNO ? error : -EINVAL);
}

void driver(struct platform_device *pdev)
{
	timeriomem_rng_probe(pdev);
}
