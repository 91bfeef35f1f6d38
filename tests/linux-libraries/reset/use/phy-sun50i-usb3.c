#include "registers.h"
#include "drivers/phy/allwinner/phy-sun50i-usb3.c"
#include "line.h"
#include "clocks.h"
#include "phy.h"

HELD_BY_PHY(sun50i_usb3_phy, reset, sun50i_usb3_phy_init, sun50i_usb3_phy_exit)
