#include "drivers/usb/chipidea/ci_hdrc_usb2.c"
#include "clock.h"

GIVES(struct platform_device, ci_hdrc_add_device,
      (struct device *of, struct resource *res, int count, struct ci_hdrc_platform_data *data),
      ERR_PTR(-ENOMEM))
FORGETS(ci_hdrc_remove_device, struct platform_device *)
FORGETS(pm_runtime_enable, struct device *)
FORGETS(pm_runtime_no_callbacks, struct device *)

ENABLED_WHILE_BOUND(ci_hdrc_usb2_probe, ci_hdrc_usb2_remove)
