// SPDX-License-Identifier: GPL-2.0
/*
 * The pins of a Raspberry Pi with a board of reeds soldered to them, for tests of the direct build in
 * a kernel without a Pi: a gpio chip that is the matrix, and an SPI controller that listens to the
 * pixels. Reeds, faults and counters are parameters below /sys/module/gpio_reeds/parameters; what was
 * sent to the pixels is /sys/kernel/debug/pixels.
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/gpio/driver.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/pinctrl/pinconf-generic.h>
#include <linux/platform_device.h>
#include <linux/random.h>
#include <linux/spi/spi.h>
#include <linux/version.h>

#define PINS 58
#define SIDE 5
#define SPI_BYTES 65536
#define CORE_MHZ 500 /* with which the divider of SPI is computed, as on a Pi 4 */

static int rows[SIDE] = {5, 6, 13, 19, 26};
static int columns[SIDE] = {16, 20, 21, 12, 25};
static uint button = 17;
module_param_array(rows, int, NULL, 0644);
module_param_array(columns, int, NULL, 0644);
module_param(button, uint, 0644);

/* Hands and faults: bit 0 of a mask is a1, bit 24 is e5; bit 0 of no_pullup is column a. */
static uint mask, no_diode, turned, no_pullup, rise_us;
static uint core_mhz = CORE_MHZ;
static bool pressed, gone;
module_param(mask, uint, 0644);
module_param(no_diode, uint, 0644);
module_param(turned, uint, 0644);
module_param(no_pullup, uint, 0644);
module_param(rise_us, uint, 0644);
module_param(core_mhz, uint, 0644);
module_param(pressed, bool, 0644);
module_param(gone, bool, 0644);

/* What must never happen, and how much was done. */
static ulong rows_high, rows_together, columns_driven, row_pulls, frames;
module_param(rows_high, ulong, 0644);
module_param(rows_together, ulong, 0644);
module_param(columns_driven, ulong, 0644);
module_param(row_pulls, ulong, 0644);
module_param(frames, ulong, 0644);

static DEFINE_RAW_SPINLOCK(lock);
static u64 is_output, is_high, has_pullup, has_pulldown;
static ktime_t low_at[SIDE]; /* when each column was last pulled low */

static int place_of(const int *pins, unsigned int pin)
{
	int place;

	for (place = 0; place < SIDE; place++)
		if (pins[place] == pin)
			return place;
	return -1;
}

static bool pulls_low(int pin)
{
	return (is_output >> pin & 1) && !(is_high >> pin & 1);
}

/* The columns from which current finds a way to a row that is low, over any number of reeds. */
static u32 low_columns(void)
{
	u32 forward = mask & (~turned | no_diode), backward = mask & (turned | no_diode);
	u32 low_rows = 0, found = 0, before;
	int row, column;

	for (row = 0; row < SIDE; row++)
		if (pulls_low(rows[row]))
			low_rows |= BIT(row);
	do {
		before = found | low_rows << SIDE;
		for (row = 0; row < SIDE; row++)
			for (column = 0; column < SIDE; column++) {
				u32 reed = BIT(SIDE * row + column);

				if ((low_rows & BIT(row)) && (forward & reed))
					found |= BIT(column);
				if ((found & BIT(column)) && (backward & reed))
					low_rows |= BIT(row);
			}
	} while (before != (found | low_rows << SIDE));
	return found;
}

/* Before any line changes: a column that is low now rises slowly afterwards. */
static void remember_low(void)
{
	u32 low = low_columns();
	int column;

	for (column = 0; column < SIDE; column++)
		if (low & BIT(column))
			low_at[column] = ktime_get();
}

static void count_output(unsigned int pin)
{
	int row, low = 0;

	if (place_of(columns, pin) >= 0)
		columns_driven++;
	if (place_of(rows, pin) < 0)
		return;
	if (is_high >> pin & 1)
		rows_high++;
	else
		row_pulls++;
	for (row = 0; row < SIDE; row++)
		low += pulls_low(rows[row]);
	if (low > 1)
		rows_together++;
}

static void change(unsigned int pin, bool output, bool high)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&lock, flags);
	remember_low();
	is_output = output ? is_output | BIT_ULL(pin) : is_output & ~BIT_ULL(pin);
	is_high = high ? is_high | BIT_ULL(pin) : is_high & ~BIT_ULL(pin);
	if (output)
		count_output(pin);
	raw_spin_unlock_irqrestore(&lock, flags);
}

static int reeds_get_direction(struct gpio_chip *chip, unsigned int pin)
{
	return is_output >> pin & 1 ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int reeds_direction_input(struct gpio_chip *chip, unsigned int pin)
{
	if (gone)
		return -EIO;
	change(pin, false, is_high >> pin & 1);
	return 0;
}

static int reeds_direction_output(struct gpio_chip *chip, unsigned int pin, int value)
{
	if (gone)
		return -EIO;
	change(pin, true, value);
	return 0;
}

static void reeds_set(struct gpio_chip *chip, unsigned int pin, int value)
{
	change(pin, is_output >> pin & 1, value);
}

/* Nothing holds a line that has no resistor: it shows what it likes. */
static int floating(unsigned int pin)
{
	if (has_pullup >> pin & 1)
		return 1;
	return has_pulldown >> pin & 1 ? 0 : get_random_u32() & 1;
}

static int read_column(int column, unsigned int pin)
{
	if (low_columns() & BIT(column))
		return 0;
	if (low_at[column] && ktime_us_delta(ktime_get(), low_at[column]) < rise_us)
		return 0;
	return no_pullup & BIT(column) ? floating(pin) : 1;
}

static int reeds_get(struct gpio_chip *chip, unsigned int pin)
{
	int column = place_of(columns, pin), value;
	unsigned long flags;

	if (gone)
		return -EIO;
	raw_spin_lock_irqsave(&lock, flags);
	if (is_output >> pin & 1)
		value = is_high >> pin & 1;
	else if (column >= 0)
		value = read_column(column, pin);
	else
		value = pin == button && pressed ? 0 : floating(pin);
	raw_spin_unlock_irqrestore(&lock, flags);
	return value;
}

/* Open drain is refused, as on a Pi: gpiolib makes it of directions. */
static int reeds_set_config(struct gpio_chip *chip, unsigned int pin, unsigned long config)
{
	u64 bit = BIT_ULL(pin);

	switch (pinconf_to_config_param(config)) {
	case PIN_CONFIG_BIAS_PULL_UP:
		has_pullup |= bit;
		has_pulldown &= ~bit;
		return 0;
	case PIN_CONFIG_BIAS_PULL_DOWN:
		has_pulldown |= bit;
		has_pullup &= ~bit;
		return 0;
	case PIN_CONFIG_BIAS_DISABLE:
		has_pullup &= ~bit;
		has_pulldown &= ~bit;
		return 0;
	default:
		return -ENOTSUPP;
	}
}

static struct gpio_chip chip = {
	.label = "pinctrl-bcm2711",
	.owner = THIS_MODULE,
	.base = -1,
	.ngpio = PINS,
	.get_direction = reeds_get_direction,
	.direction_input = reeds_direction_input,
	.direction_output = reeds_direction_output,
	.get = reeds_get,
	.set = reeds_set,
	.set_config = reeds_set_config,
};

/* -- SPI0 ------------------------------------------------------------------------------------- */

static u8 sent[SPI_BYTES];
static struct debugfs_blob_wrapper pixels = { .data = sent };

/* As long as it takes on a wire whose clock may have changed since the divider was computed. */
static void take_time(const struct spi_transfer *part)
{
	u32 asked = part->speed_hz ? part->speed_hz : 1000000;
	u32 divider = DIV_ROUND_UP(CORE_MHZ * 1000000U, asked);
	u64 hz = (u64)core_mhz * 1000000 / (divider + divider % 2);
	u32 us = div64_u64((u64)part->len * 8 * USEC_PER_SEC, hz);

	usleep_range(us, us + 50);
}

static int reeds_transfer(struct spi_controller *host, struct spi_message *message)
{
	struct spi_transfer *part;

	list_for_each_entry(part, &message->transfers, transfer_list) {
		take_time(part);
		message->actual_length += part->len;
		/* Lows alone are a pause that the pixels do not see. */
		if (!part->tx_buf || part->len > SPI_BYTES || !memchr_inv(part->tx_buf, 0, part->len))
			continue;
		memcpy(sent, part->tx_buf, part->len);
		pixels.size = part->len;
		frames++;
	}
	message->status = gone ? -EIO : 0;
	spi_finalize_current_message(host);
	return 0;
}

static int add_spi(struct device *parent)
{
	struct spi_board_info info = { .modalias = "dh2228fv", .max_speed_hz = 125000000 };
	struct spi_controller *host;
	int error;

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0)
	host = spi_alloc_host(parent, 0);
#else
	host = spi_alloc_master(parent, 0);
#endif
	if (!host)
		return -ENOMEM;
	host->bus_num = 0;
	host->num_chipselect = 1;
	host->mode_bits = SPI_CPOL | SPI_CPHA;
	host->bits_per_word_mask = SPI_BPW_MASK(8);
	host->max_speed_hz = 125000000;
	host->transfer_one_message = reeds_transfer;
	error = devm_spi_register_controller(parent, host);
	if (error)
		return error;
	/* dh2228fv: the oldest of the names that spidev answers to. */
	return spi_new_device(host, &info) ? 0 : -ENODEV;
}

static int reeds_probe(struct platform_device *device)
{
	int error;

	has_pullup = GENMASK_ULL(8, 0); /* as a Pi has them after a reset */
	has_pulldown = GENMASK_ULL(27, 9);
	chip.parent = &device->dev;
	error = devm_gpiochip_add_data(&device->dev, &chip, NULL);
	if (error)
		return error;
	debugfs_create_blob("pixels", 0444, NULL, &pixels);
	return add_spi(&device->dev);
}

static struct platform_driver driver = { .probe = reeds_probe, .driver = { .name = "reeds" } };

static int __init reeds_init(void)
{
	int error = platform_driver_register(&driver);

	if (!error)
		platform_device_register_simple("reeds", -1, NULL, 0);
	return error;
}
late_initcall(reeds_init);
MODULE_LICENSE("GPL");
