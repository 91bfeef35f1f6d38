#include "registers.h"
#include "drivers/watchdog/smsc37b787_wdt.c"
#include "ports.h"

REGISTERS(misc_register, struct miscdevice *)
FORGETS(misc_deregister, struct miscdevice *)
REGISTERS(register_reboot_notifier, struct notifier_block *)
REGISTERS(unregister_reboot_notifier, struct notifier_block *)

HELD_WHILE_LOADED(wb_smsc_wdt_init(), wb_smsc_wdt_exit())
