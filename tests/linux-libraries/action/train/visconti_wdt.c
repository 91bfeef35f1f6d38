#include "drivers/watchdog/visconti_wdt.c"
#include "managed.h"

UNDONE_BY_ACTIONS(visconti_wdt_probe)
