#include "registers.h"
#include "drivers/phy/qualcomm/phy-qcom-ipq4019-usb.c"
#include "line.h"
#include "phy.h"

HELD_BY_PHY(ipq4019_usb_phy, por_rst, ipq4019_hs_phy_power_on, ipq4019_hs_phy_power_off)
