#include "registers.h"
#include "drivers/watchdog/cpu5wdt.c"
#include "ports.h"

REGISTERS(misc_register, struct miscdevice *)
FORGETS(misc_deregister, struct miscdevice *)

HELD_WHILE_LOADED(cpu5wdt_init_module(), cpu5wdt_exit_module())
