/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
#include "port.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include "chip.h"
#include "json.h"
#include "line.h"

#define PIECE_MOST 1024

static int master = -1;
static bool is_open;
static char named[PATH_MAX];
static bool is_listening;
static uint8_t leaving[4096];
static size_t leaving_count;

static bool name_it(const char *link, const char *path)
{
    snprintf(named, sizeof named, "%s", link);
    unlink(link);
    return symlink(path, link) == 0;
}

bool port_plug(const char *link)
{
    int slave;
    char path[PATH_MAX];
    struct termios raw;
    if (openpty(&master, &slave, path, NULL, NULL))
        return false;
    tcgetattr(slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    close(slave); /* opened and closed once, the master reports a hang-up until somebody opens it */
    fcntl(master, F_SETFL, O_NONBLOCK);
    is_open = false;
    if (!name_it(link, path))
        return false;
    json_say("{\"port\": \"%s\"}", link);
    return true;
}

void port_unplug(void)
{
    unlink(named);
    close(master);
    master = -1;
    is_open = false;
}

static bool has_host(void)
{
    struct pollfd ask = {.fd = master, .events = POLLIN};
    return master >= 0 && poll(&ask, 1, 0) >= 0 && !(ask.revents & POLLHUP);
}

bool port_was_opened(void)
{
    bool was_open = is_open;
    is_open = has_host();
    return is_open && !was_open;
}

void port_give(uint8_t byte)
{
    if (leaving_count < sizeof leaving)
        leaving[leaving_count++] = byte;
}

/* What nobody reads is lost, as on a wire. */
void port_flush(void)
{
    if (leaving_count && is_open && write(master, leaving, leaving_count) < 0 && errno != EAGAIN)
        is_open = false;
    leaving_count = 0;
}

void port_listen(bool on)
{
    is_listening = on;
}

static void tell(const uint8_t *bytes, size_t count)
{
    char hex[2 * PIECE_MOST + 1] = "";
    for (size_t i = 0; i < count; i++)
        snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
    json_say("{\"us\": %.1f, \"heard\": \"%s\"}", chip_us(), hex);
}

void port_read(void)
{
    uint8_t bytes[PIECE_MOST];
    ssize_t count = is_open ? read(master, bytes, sizeof bytes) : 0;
    if (count <= 0)
        return;
    if (is_listening)
        tell(bytes, (size_t)count);
    line_send(bytes, (size_t)count);
}
