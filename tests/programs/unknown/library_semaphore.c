// expect: the result of a library function
/* A semaphore has what it was given. */
#include <semaphore.h>
extern void reach_error(void);

int main(void) {
  sem_t s;
  int value;
  sem_init(&s, 0, 2);
  sem_getvalue(&s, &value);
  if (value != 2)
    reach_error();
  return 0;
}
