// A table of handlers, a recursive function, and two that nothing calls.
extern void abort(void);

static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }

static int is_odd(int n);
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }

static void refuse(int request) {
  if (request < 0)
    abort();
}

static void accept(int request) { depth(request); }

int obsolete(int n) { return is_even(n); }
void forgotten(void) { obsolete(4); }

static void (*const handlers[])(int) = {refuse, accept};

int main(void) {
  for (int request = 0; request < 2; request++)
    handlers[request](request);
  return 0;
}
