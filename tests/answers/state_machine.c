// Enumerators by name; members through a pointer; a command from outside.
extern void reach_error(void);
extern int get_command(void);
enum power { OFF, STANDBY, ON };
enum command { CMD_WAKE = 10, CMD_SLEEP, CMD_SEND };
struct device { int id; enum power power; int sent; };

static void send(struct device *dev) {
  if (dev->power != ON)
    reach_error();
  dev->sent++;
}

static void handle(struct device *dev, enum command command) {
  switch (command) {
  case CMD_WAKE:
    dev->power = dev->power == OFF ? STANDBY : ON;
    break;
  case CMD_SLEEP:
    dev->power = STANDBY;
    break;
  case CMD_SEND:
    send(dev);
    break;
  }
}

int main(void) {
  struct device device = { .id = 1 };
  handle(&device, CMD_WAKE);
  for (;;)
    handle(&device, get_command());
}
