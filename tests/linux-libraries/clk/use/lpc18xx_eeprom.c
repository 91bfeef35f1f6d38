#include "drivers/nvmem/lpc18xx_eeprom.c"
#include "clock.h"



ENABLED_WHILE_BOUND(lpc18xx_eeprom_probe, lpc18xx_eeprom_remove)
