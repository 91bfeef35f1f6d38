#include "registers.h"
#include "drivers/pwm/pwm-clk.c"
#include "clock.h"

REGISTERS(pwmchip_add, struct pwm_chip *)
FORGETS(pwmchip_remove, struct pwm_chip *)

int main(void)
{
	clk_boot();
	if (pwm_clk_probe(&device)) {
		expect_off();
		return 0;
	}
	expect(clk_prepared() == 1);
	pwm_clk_remove(&device);
	expect_off();
	return 0;
}
