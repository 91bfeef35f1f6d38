// Declarations that say what gcc knows anyway, and one of a name that gcc does not know.
void __builtin_trap(void);
extern void __builtin_exit(int) __attribute__((noreturn));
extern unsigned long __builtin_strlen(const char *);
extern long __builtin_expect(long, long);
extern int __builtin_mine(int);
void reach_error(void);
int main(void) {
  if (__builtin_mine(1))
    __builtin_exit(3);
  if (__builtin_expect(__builtin_strlen("abc") != 3, 0))
    __builtin_trap();
  return 0;
}
