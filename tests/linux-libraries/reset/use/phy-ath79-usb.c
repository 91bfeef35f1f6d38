#include "registers.h"
#include "drivers/phy/qualcomm/phy-ath79-usb.c"
#include "line.h"
#include "phy.h"

HELD_BY_PHY(ath79_usb_phy, reset, ath79_usb_phy_power_on, ath79_usb_phy_power_off)
