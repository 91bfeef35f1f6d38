/* A bounded queue of requests, which both drivers use. */
#include <assert.h>

#define CAPACITY 4

typedef struct { int raw; } spinlock_t;
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);

int queue_put(int request);
int queue_get(int *request);
