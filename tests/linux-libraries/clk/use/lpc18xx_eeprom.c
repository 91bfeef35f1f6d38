#include "registers.h"
#include "drivers/nvmem/lpc18xx_eeprom.c"
#include "clock.h"



struct nvmem_device *devm_nvmem_register(struct device *of, const struct nvmem_config *what)
{
	return __VERIFIER_nondet_int() ? NULL : ERR_PTR(-ENOMEM);
}

REGISTERS(reset_control_assert, struct reset_control *)

struct reset_control *__devm_reset_control_get(struct device *of, const char *id, int index,
					       bool shared, bool optional, bool acquired)
{
	return __VERIFIER_nondet_int() ? NULL : ERR_PTR(-ENOENT);
}

ENABLED_WHILE_BOUND(lpc18xx_eeprom_probe, lpc18xx_eeprom_remove)
