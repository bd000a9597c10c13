/* SPDX-License-Identifier: GPL-2.0 */
/* Ends the kernel of the bench. Static, because the shell's own `poweroff` asks systemd. */
#include <sys/reboot.h>
#include <unistd.h>

int main(void)
{
	sync();
	return reboot(RB_POWER_OFF);
}
