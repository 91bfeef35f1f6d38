typedef struct { volatile unsigned slock; } raw_spinlock_t;
typedef struct { union { raw_spinlock_t rlock; int pad[4]; }; } spinlock_t;
extern void preempt_disable(void);
extern void preempt_enable(void);
static inline __attribute__((always_inline)) void __raw_init(raw_spinlock_t *l, const char *name) { l->slock = 0; }
static inline __attribute__((always_inline)) void _raw_spin_lock(raw_spinlock_t *l) { preempt_disable(); }
static inline __attribute__((always_inline)) void _raw_spin_unlock(raw_spinlock_t *l) { preempt_enable(); }
static inline raw_spinlock_t *spinlock_check(spinlock_t *l) { return &l->rlock; }
#define spin_lock_init(l) do { spinlock_check(l); __raw_init(&(l)->rlock, #l); } while (0)
#define raw_spin_lock(l) _raw_spin_lock(l)
#define raw_spin_unlock(l) _raw_spin_unlock(l)
static inline void spin_lock(spinlock_t *l) { raw_spin_lock(&l->rlock); }
static inline void spin_unlock(spinlock_t *l) { raw_spin_unlock(&l->rlock); }
#define spin_lock_irqsave(l, flags) do { (flags) = irq_save(); raw_spin_lock(spinlock_check(l)); } while (0)
#define spin_unlock_irqrestore(l, flags) do { raw_spin_unlock(spinlock_check(l)); irq_restore(flags); } while (0)
unsigned long irq_save(void);
void irq_restore(unsigned long flags);
struct device { int id; spinlock_t lock; };

int main(void) {
  struct device a;
  spin_lock(&a.lock);
  return 0;
}
