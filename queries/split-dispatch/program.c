// A driver's dispatch routine: each request is completed once.
enum request { START, STOP, REMOVE, QUERY, CANCEL };

extern int input(void);
extern void complete(int status);
extern void wait_for_power(void);

static int started, users;

static int start(void) {
  int tries = 0;
  while (tries < 3 && !started) {
    started = input() > 0;
    tries++;
  }
  complete(started);
  return started;
}

static int stop(void) {
  if (users > 0) {
    complete(-1);
    return 0;
  }
  started = 0;
  complete(0);
  return 1;
}

static int leave(int surprise) {
  if (!surprise)
    wait_for_power();
  users = 0;
  complete(0);
  return surprise;
}

int main(void) {
  int request = input(), status;
  switch (request) {
  case START:
    status = start();
    break;
  case STOP:
    status = stop();
    break;
  case REMOVE:
    status = leave(0);
    break;
  case QUERY:
    status = users;
    complete(status);
    break;
  case CANCEL:
    status = leave(1);
    break;
  default:
    status = -1;
    complete(status);
  }
  return status;
}
