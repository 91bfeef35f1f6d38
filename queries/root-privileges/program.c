// A server that gives up root privileges while it serves.
extern int seteuid(int uid);
extern int system(const char *command);
extern int input(void);

static int logged;

static void record(int what) { logged = what; }

static void serve(int request) {
  if (request == 1)
    system("backup");
  record(request);
}

int main(void) {
  int request = input();
  record(0);
  if (request > 0) {
    seteuid(1000);
    serve(request);
    seteuid(0);
  } else if (request < -5) {
    seteuid(request + 5);
    record(2);
  }
  record(1);
  return 0;
}
