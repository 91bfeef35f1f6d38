// A transceiver, whose driver's data is what its probe function would have made.
#include "environment.h"

#include <linux/phy/phy.h>

static struct phy transceiver;

#define HELD_BY_PHY(private, line, begin, end)                                                     \
	static int begins(struct phy *phy)                                                         \
	{                                                                                          \
		static struct private own;                                                         \
		own.line = devm_reset_control_get(&device.dev, "phy");                             \
		if (IS_ERR(own.line))                                                              \
			return -ENOENT;                                                            \
		phy_set_drvdata(phy, &own);                                                        \
		return begin(phy);                                                                 \
	}                                                                                          \
	HELD_AGAIN(begins, end, &transceiver)
