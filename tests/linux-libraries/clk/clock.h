// One clock, whose counts are those of drivers/clk/clk.c (api.c); getting it may fail.
#include "environment.h"

void clk_boot(void);
unsigned int clk_prepared(void);
unsigned int clk_enabled(void);

struct clk {
	int reserved;
};

static struct clk clock;

struct clk *devm_clk_get(struct device *dev, const char *id)
{
	return __VERIFIER_nondet_int() ? &clock : ERR_PTR(-ENOENT);
}

struct clk *devm_clk_get_optional(struct device *dev, const char *id)
{
	return devm_clk_get(dev, id);
}

unsigned long clk_get_rate(struct clk *of)
{
	return __VERIFIER_nondet_int();
}

// Nobody has prepared the clock, or enabled it.
static void expect_off(void)
{
	expect(clk_prepared() == 0);
	expect(clk_enabled() == 0);
}

// As often as a driver that runs has.
static void expect_on(void)
{
	expect(clk_prepared() == 1);
	expect(clk_enabled() == 1);
}

// A driver that enables its clock in its probe function, and disables it when it is removed.
#define ENABLED_WHILE_BOUND(probe, remove)                                                         \
	int main(void)                                                                             \
	{                                                                                          \
		clk_boot();                                                                        \
		if (probe(&device)) {                                                              \
			expect_off();                                                              \
			return 0;                                                                  \
		}                                                                                  \
		expect_on();                                                                       \
		remove(&device);                                                                   \
		expect_off();                                                                      \
		return 0;                                                                          \
	}
