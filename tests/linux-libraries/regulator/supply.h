// One regulator, whose count is that of drivers/regulator/core.c (api.c); getting it may fail.
#include "environment.h"

#include <linux/regulator/consumer.h>

void regulator_boot(void);
unsigned int regulator_enabled(void);

struct regulator {
	int reserved;
};

static struct regulator supply;

struct regulator *devm_regulator_get(struct device *dev, const char *id)
{
	return __VERIFIER_nondet_int() ? &supply : ERR_PTR(-ENODEV);
}

struct regulator *devm_regulator_get_optional(struct device *dev, const char *id)
{
	return devm_regulator_get(dev, id);
}

int regulator_get_voltage(struct regulator *of)
{
	return __VERIFIER_nondet_int();
}

// A driver that enables its regulator in its probe function, and disables it when it is removed;
// what it does without a regulator is its own.
#define ENABLED_WHILE_BOUND(probe, remove, device)                                                 \
	int main(void)                                                                             \
	{                                                                                          \
		regulator_boot();                                                                  \
		if (probe(device)) {                                                               \
			expect(regulator_enabled() == 0);                                          \
			return 0;                                                                  \
		}                                                                                  \
		expect(regulator_enabled() <= 1);                                                  \
		remove(device);                                                                    \
		expect(regulator_enabled() == 0);                                                  \
		return 0;                                                                          \
	}
