#include "registers.h"
#include "drivers/watchdog/ath79_wdt.c"
#include "clock.h"

REGISTERS(misc_register, struct miscdevice *)
FORGETS(misc_deregister, struct miscdevice *)

ENABLED_WHILE_BOUND(ath79_wdt_probe, ath79_wdt_remove)
