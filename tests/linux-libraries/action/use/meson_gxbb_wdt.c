#include "drivers/watchdog/meson_gxbb_wdt.c"
#include "managed.h"

UNDONE_BY_ACTIONS(meson_gxbb_wdt_probe)
