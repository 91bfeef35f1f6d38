inline int shared(int x) { return x + 1; }
extern inline __attribute__((gnu_inline, always_inline)) int copied(int x) { return x + 2; }
