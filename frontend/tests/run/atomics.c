/* Atomic built-in functions: their types, and what they do when nothing else runs. */
extern void reach_error(void);
#define SAME(e, T) (__builtin_types_compatible_p(__typeof__(e), T))
#define CHECK(e) do { if (!(e)) reach_error(); } while (0)

static unsigned long long wide = 0xfffffffffULL;
static signed char small = 120;
static int number = 5;
static int *pointer;
static int table[4];
static _Bool flag;
static int calls;
static int seven(void) { calls++; return 7; }

static void legacy(void) {
  CHECK(SAME(__sync_fetch_and_add(&wide, 1ULL), unsigned long long));
  CHECK(__sync_fetch_and_add(&wide, 1ULL) == 0xfffffffffULL && wide == 0x1000000000ULL);
  CHECK(__sync_add_and_fetch(&small, 10) == -126 && small == -126);
  CHECK(__sync_fetch_and_sub(&number, seven()) == 5 && number == -2 && calls == 1);
  CHECK(__sync_and_and_fetch(&number, 0xff) == 0xfe);
  CHECK(__sync_or_and_fetch(&number, 1) == 0xff);
  CHECK(__sync_xor_and_fetch(&number, 0xf) == 0xf0);
  CHECK(__sync_nand_and_fetch(&number, 0x30) == ~0x30);
  CHECK(__sync_fetch_and_nand(&number, -1) == ~0x30 && number == 0x30);
  CHECK(SAME(__sync_bool_compare_and_swap(&number, 0, 0), _Bool));
  CHECK(!__sync_bool_compare_and_swap(&number, 1, 2) && number == 0x30);
  CHECK(__sync_bool_compare_and_swap(&number, 0x30, 2) && number == 2);
  CHECK(__sync_val_compare_and_swap(&number, 3, 4) == 2 && number == 2);
  CHECK(__sync_val_compare_and_swap(&number, 2, 4) == 2 && number == 4);
  CHECK(__sync_lock_test_and_set(&number, 9) == 4 && number == 9);
  __sync_lock_release(&number);
  __sync_synchronize();
  CHECK(number == 0);
  pointer = table;
  CHECK(__sync_fetch_and_add(&pointer, sizeof(int)) == table && pointer == table + 1);
}

static void modern(void) {
  int expected = 1, old;
  __atomic_store_n(&number, 3, __ATOMIC_SEQ_CST);
  CHECK(SAME(__atomic_load_n(&small, 0), signed char));
  CHECK(__atomic_load_n(&number, __ATOMIC_RELAXED) == 3);
  CHECK(__atomic_exchange_n(&number, 4, 5) == 3 && number == 4);
  CHECK(!__atomic_compare_exchange_n(&number, &expected, 8, 0, 5, 5) && expected == 4 && number == 4);
  CHECK(__atomic_compare_exchange_n(&number, &expected, 8, 1, 5, 5) && expected == 4 && number == 8);
  CHECK(__atomic_fetch_add(&number, 2, 5) == 8 && __atomic_add_fetch(&number, 2, 5) == 12);
  CHECK(__atomic_fetch_and(&number, 8, 5) == 12 && number == 8);
  CHECK(__atomic_and_fetch(&number, 0, 5) == 0 && __atomic_fetch_or(&number, 6, 5) == 0);
  CHECK(__atomic_sub_fetch(&small, 3, 5) == 127);
  CHECK(__atomic_nand_fetch(&number, 2, 5) == ~2 && __atomic_fetch_xor(&number, -1, 5) == ~2);
  __atomic_load(&number, &old, 5);
  CHECK(old == 2);
  expected = 11;
  __atomic_store(&number, &expected, 5);
  expected = 12;
  __atomic_exchange(&number, &expected, &old, 5);
  CHECK(old == 11 && number == 12);
  int wanted = 13;
  CHECK(__atomic_compare_exchange(&number, &expected, &wanted, 0, 5, 5) && number == 13);
  CHECK(!__atomic_compare_exchange(&number, &expected, &wanted, 0, 5, 5) && expected == 13);
  CHECK(!__atomic_test_and_set(&flag, 5) && __atomic_test_and_set(&flag, 5));
  __atomic_clear(&flag, 5);
  CHECK(!flag && !__atomic_exchange_n(&flag, 3, 5) && flag == 1);
  __atomic_thread_fence(5);
  __atomic_signal_fence(5);
}

int main(void) {
  int r;
  legacy();
  modern();
  CHECK(SAME(__builtin_add_overflow(1, 2, &r), _Bool));
  CHECK(SAME(__builtin_add_overflow_p(1, 2, 0), _Bool));
  CHECK(SAME(__builtin_bswap64(1), __UINT64_TYPE__));
  CHECK(SAME(__builtin_strlen(""), __SIZE_TYPE__) && SAME(__builtin_memcpy(&r, &r, 4), void *));
  CHECK(SAME(llabs(-5000000000LL), long long) && SAME(malloc(1), void *) && SAME(strlen(""), __SIZE_TYPE__));
  CHECK(SAME(__builtin_strchr("", 1), char *) && SAME(__builtin_isdigit(48), int));
  return 0;
}
