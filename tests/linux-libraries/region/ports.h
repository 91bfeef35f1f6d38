// What a driver has of the ports (api.c).
#include "environment.h"

void region_boot(void);
int region_is_free(void);

// A driver that has its regions from its initialisation until it goes.
#define HELD_WHILE_LOADED(init, exit)                                                              \
	int main(void)                                                                             \
	{                                                                                          \
		region_boot();                                                                     \
		if (init) {                                                                        \
			expect(region_is_free() == 1);                                             \
			return 0;                                                                  \
		}                                                                                  \
		expect(region_is_free() == 0);                                                     \
		exit;                                                                              \
		expect(region_is_free() == 1);                                                     \
		return 0;                                                                          \
	}
