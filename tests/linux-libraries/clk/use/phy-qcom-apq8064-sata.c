#include "drivers/phy/qualcomm/phy-qcom-apq8064-sata.c"
#include "clock.h"

GIVES(struct phy, devm_phy_create,
      (struct device *of, struct device_node *at, const struct phy_ops *ops),
      ERR_PTR(-ENOMEM))

ENABLED_WHILE_BOUND(qcom_apq8064_sata_phy_probe, qcom_apq8064_sata_phy_remove)
