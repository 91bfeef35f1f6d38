// Clocks, where their counts are not what is asked about.
#include "environment.h"

#include <linux/clk.h>

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

REGISTERS(clk_prepare, struct clk *)
REGISTERS(clk_enable, struct clk *)
FORGETS(clk_disable, struct clk *)
FORGETS(clk_unprepare, struct clk *)
