#include "registers.h"
#include "drivers/phy/allwinner/phy-sun9i-usb.c"
#include "line.h"
#include "clocks.h"
#include "phy.h"

HELD_BY_PHY(sun9i_usb_phy, reset, sun9i_usb_phy_init, sun9i_usb_phy_exit)
