#include "drivers/watchdog/rzn1_wdt.c"
#include "managed.h"

UNDONE_BY_ACTIONS(rzn1_wdt_probe)
