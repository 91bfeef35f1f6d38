/* What programs share that call the functions of a library's C. Names begin with `frame_`, as the C
   of the library has its own. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

void _exit(int status);

static unsigned long long frame_random = 88172645463325252ull;

static unsigned int frame_below(unsigned int n) {
  frame_random ^= frame_random << 13;
  frame_random ^= frame_random >> 7;
  frame_random ^= frame_random << 17;
  return (unsigned int)(frame_random >> 33) % n;
}

/* Most are numbers that the C names. */
static int frame_number(void) {
  unsigned int count = sizeof frame_constants / sizeof *frame_constants;
  if (frame_below(6))
    return frame_constants[frame_below(count)];
  return (int)frame_below(9) - 2;
}

/* What pointers lead to whose type the library does not know. */
static int frame_numbers[3];
static int *frame_pointers[3];
static char frame_bytes[64];

/* What is called back. */
static int frame_program_s_own(void) {
  return frame_below(2) ? 0 : (int)frame_below(3) - 1;
}

/* A read of nowhere, an assertion that fails, or an execution that takes too long, ends what is
   guarded. The clock goes on: where nothing is guarded, it strikes again. */
static sigjmp_buf frame_nowhere;
static volatile int frame_inside, frame_ended, frame_failed;

static void frame_stop(int signal) {
  frame_failed = signal == SIGABRT;
  if (!frame_inside && signal == SIGALRM)
    return;
  if (!frame_inside)
    _exit(1);
  frame_inside = 0;
  siglongjmp(frame_nowhere, 1);
}

#define GUARDED(what)                                                                              \
  do {                                                                                             \
    if (!sigsetjmp(frame_nowhere, 1)) {                                                            \
      frame_inside = 1;                                                                            \
      what;                                                                                        \
      frame_inside = 0;                                                                            \
    }                                                                                              \
  } while (0)

static char frame_line[4096];
static unsigned int frame_at;

/* 0, 1, unknown, a space, or that an assertion failed. */
static void frame_say(int what) {
  frame_line[frame_at++] = "01? F"[what];
}

static void frame_begin(int trial) {
  frame_at = (unsigned int)sprintf(frame_line, "%d ", trial);
}

static void frame_finish(void) {
  frame_line[frame_at] = 0;
  puts(frame_line);
}

/* What `M` lists, and what it was. */
struct frame_list {
  int count;
  struct {
    void *where;
    unsigned long size;
    char kept[64];
  } all[64];
};

static struct frame_list frame_old, frame_new;

static void frame_add(struct frame_list *l, void *where, unsigned long size) {
  if (l->count < 64 && size <= 64) {
    memcpy(l->all[l->count].kept, where, size);
    l->all[l->count].where = where;
    l->all[l->count].size = size;
    l->count++;
  }
}

/* Whether something of the first list changed that is not in the second. */
static int frame_changed(struct frame_list *l, struct frame_list *m) {
  int i, j;
  for (i = 0; i < l->count; i++) {
    int fine = !memcmp(l->all[i].kept, l->all[i].where, l->all[i].size);
    for (j = 0; j < m->count; j++)
      fine |= m->all[j].where == l->all[i].where;
    if (!fine)
      return 1;
  }
  return 0;
}

static void frame_watched(void (*trial)(void), int runs) {
  struct itimerval soon = {{0, 2000}, {0, 2000}};
  int i;
  for (i = 0; i < runs; i++) {
    setitimer(ITIMER_REAL, &soon, 0);
    trial();
  }
}

static void frame_prepare(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = frame_stop;
  action.sa_flags = SA_NODEFER;
  sigaction(SIGSEGV, &action, 0);
  sigaction(SIGBUS, &action, 0);
  sigaction(SIGALRM, &action, 0);
  sigaction(SIGABRT, &action, 0);
}
