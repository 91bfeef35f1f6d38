// A device with one clock, whose managed resources are those of drivers/base/devres.c (api.c).
#include "environment.h"

struct clk {
	int reserved;
};

static unsigned int prepared;

static struct clk clock;

void devres_boot(void);
int devres_release_all(struct device *dev);

struct clk *devm_clk_get(struct device *dev, const char *id)
{
	return __VERIFIER_nondet_int() ? &clock : ERR_PTR(-ENOENT);
}

struct clk *devm_clk_get_optional(struct device *dev, const char *id)
{
	return devm_clk_get(dev, id);
}

int clk_prepare(struct clk *clk)
{
	if (__VERIFIER_nondet_int())
		return -EIO;
	prepared++;
	return 0;
}

void clk_unprepare(struct clk *clk)
{
	prepared--;
}

int clk_enable(struct clk *clk)
{
	return 0;
}

void clk_disable(struct clk *clk)
{
}

unsigned long clk_get_rate(struct clk *of)
{
	return __VERIFIER_nondet_int();
}

// What a driver does when it gets a device is undone when the device goes, or if it fails.
#define UNDONE_BY_ACTIONS(probe)                                                                   \
	int main(void)                                                                             \
	{                                                                                          \
		devres_boot();                                                                     \
		if (!probe(&device))                                                               \
			expect(prepared == 1)  ;                                                  \
		devres_release_all(&device.dev);                                                   \
		expect(prepared == 0)  ;                                                          \
		return 0;                                                                          \
	}
