#include "registers.h"
#include "drivers/watchdog/advantechwdt.c"
#include "ports.h"

REGISTERS(misc_register, struct miscdevice *)
FORGETS(misc_deregister, struct miscdevice *)

HELD_WHILE_LOADED(advwdt_probe(&device), advwdt_remove(&device))
