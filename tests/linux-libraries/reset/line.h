// One line of a reset controller, whose state is that of drivers/reset/core.c (api.c); getting it
// may fail, and one that is optional may not be there.
#include "environment.h"

#include <linux/reset.h>

void reset_boot(void);
int reset_released(void);

struct reset_control {
	int reserved;
};

static struct reset_control line;

struct reset_control *__devm_reset_control_get(struct device *dev, const char *id, int index,
					       bool shared, bool optional, bool acquired)
{
	if (optional && __VERIFIER_nondet_int())
		return NULL;
	return __VERIFIER_nondet_int() ? &line : ERR_PTR(-ENOENT);
}

// A driver whose device is held in reset again when its first function fails, and behind the second
// (`argument` is what both get).
#define HELD_AGAIN(begin, end, argument)                                                           \
	int main(void)                                                                             \
	{                                                                                          \
		reset_boot();                                                                      \
		if (begin(argument)) {                                                             \
			expect(reset_released() == 0);                                             \
			return 0;                                                                  \
		}                                                                                  \
		end(argument);                                                                     \
		expect(reset_released() == 0);                                                     \
		return 0;                                                                          \
	}
