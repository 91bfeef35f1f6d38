// Self-checking: attributes of other compilers, which gcc ignores.
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct __attribute__((capability("mutex"))) lock { int held; };
static struct lock lock;
static int value __attribute__((guarded_by(lock)));
static void take(void) __attribute__((acquire_capability(lock), annotate("hot")));
static void take(void) { lock.held = 1; }
struct text { int length; char of[4] __attribute__((__counted_by__(length))); };
typedef int handle __attribute__((swift_name("Handle")));

int main(void) {
  struct text text = {1, "a"};
  handle h = 2;
  take();
  value = h;
  CHECK(lock.held && value == 2 && text.of[0] == 'a' && sizeof text == 8);
  return 0;
}
