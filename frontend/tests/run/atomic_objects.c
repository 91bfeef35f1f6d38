/* `_Atomic` objects hold what was stored in them; thread-local ones are objects of the one thread. */
extern void reach_error(void);
#define CHECK(e) do { if (!(e)) reach_error(); } while (0)
#define IS(e, T) _Generic(e, T: 1, default: 0)

static _Atomic int number = 3;
static const _Atomic int fixed = 4;
static _Atomic(unsigned char) small = 250;
static _Atomic _Bool flag;
static int *_Atomic pointer;
static _Atomic int table[3] = { 1, 2, 3 };
static struct { char c; _Atomic long long wide; } record = { 1, 2 };
static _Thread_local int own = 7;
static __thread int cleared;
__thread struct { int a, b; } outer = { 1, 2 };
static int plain[2] = { 5, 6 };

static int by_value(_Atomic int a) {
    a += 1;
    return a;
}

static int counted(void) {
    static _Thread_local int calls = 10;
    return ++calls;
}

int main(void) {
    CHECK(number == 3 && fixed == 4);
    CHECK(number++ == 3 && ++number == 5 && (number += 2) == 7 && number == 7);
    CHECK((number = 9) == 9 && number == 9);
    small += 10;
    CHECK(small == 4);
    flag = 8;
    CHECK(flag == 1);
    pointer = plain;
    pointer++;
    CHECK(*pointer == 6 && pointer == plain + 1);
    table[1] <<= 3;
    CHECK(table[0] + table[1] + table[2] == 20);
    record.wide -= 5;
    CHECK(record.wide == -3 && record.c == 1);
    CHECK(by_value(3) == 4);
    CHECK(__atomic_fetch_add(&number, 2, 5) == 9 && number == 11);
    _Atomic int *p = &number;
    *p = *p + 1;
    CHECK(__sync_add_and_fetch(p, 1) == 13);

    CHECK(IS(number, int) && IS(&number, _Atomic int *) && !IS(&number, int *));
    CHECK(IS(&fixed, const _Atomic int *) && !IS(&number, volatile _Atomic int *));
    CHECK(IS(number ? &number : (void *)0, _Atomic int *));
    CHECK(IS(number ? &number : (void *)plain, void *));
    CHECK(IS(number ? &fixed : (void *)plain, const void *));
    CHECK(IS(&by_value, int (*)(_Atomic int)) && !IS(&by_value, int (*)(int)));
    CHECK(IS(&table, _Atomic int (*)[3]) && !IS(&table, int (*)[3]));
    CHECK(__builtin_types_compatible_p(_Atomic int, int));
    CHECK(!__builtin_types_compatible_p(_Atomic int *, int *));
    __typeof__(number) same = 1;
    __typeof__(number = 1) value = 1;
    __auto_type copy = number;
    CHECK(IS(&same, _Atomic int *) && IS(&value, int *) && IS(&copy, int *));

    CHECK(own == 7 && cleared == 0 && outer.b == 2);
    own += cleared++;
    int *at = &own;
    *at += cleared;
    CHECK(own == 8);
    CHECK(counted() == 11 && counted() == 12);
    return 0;
}
