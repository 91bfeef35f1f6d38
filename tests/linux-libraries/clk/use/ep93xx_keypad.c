#include "drivers/input/keyboard/ep93xx_keypad.c"
#include "clock.h"



ENABLED_WHILE_BOUND(ep93xx_keypad_probe, ep93xx_keypad_remove)
