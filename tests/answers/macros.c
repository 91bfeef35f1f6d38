// The source's own lines, with its macros; a pointer to a function; bit-fields.
extern void reach_error(void);
extern unsigned int read_register(int offset);
#define CONTROL 4
#define READY(value) (((value) >> 3) & 1)
#define CHECK(condition) do { if (!(condition)) reach_error(); } while (0)
struct bits { unsigned int ready : 1, busy : 1, count : 6; };
static struct bits bits;

static void on_ready(void) { bits.ready = 1; bits.count = 3; }
static void on_busy(void) { bits.busy = 1; }
static void (*handlers[2])(void) = { on_busy, on_ready };

int main(void) {
  unsigned int value = read_register(CONTROL);
  handlers[READY(value)]();
  CHECK(!(bits.ready && bits.count == 3));
  return 0;
}
