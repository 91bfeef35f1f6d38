#include "registers.h"
#include "drivers/watchdog/ib700wdt.c"
#include "ports.h"

REGISTERS(misc_register, struct miscdevice *)
FORGETS(misc_deregister, struct miscdevice *)

HELD_WHILE_LOADED(ibwdt_probe(&device), ibwdt_remove(&device))
