#include "registers.h"
#include "drivers/phy/socionext/phy-uniphier-usb3ss.c"
#include "line.h"
#include "clocks.h"
#include "phy.h"

REGISTERS(regulator_enable, struct regulator *)
REGISTERS(regulator_disable, struct regulator *)

HELD_BY_PHY(uniphier_u3ssphy_priv, rst, uniphier_u3ssphy_power_on, uniphier_u3ssphy_power_off)
