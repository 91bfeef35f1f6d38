// expect: a block
/* The pointers of a list of arguments lie behind its first word. */
extern void reach_error(void);
void *memcpy(void*,const void*,__SIZE_TYPE__);
typedef __builtin_va_list va_list;
va_list *ga;
int f(int n, ...) { va_list b; __builtin_va_start(b,n); memcpy((char*)&b+8,(char*)ga+8,16); return __builtin_va_arg(b,int); }
int outer(int n, ...) { va_list a; __builtin_va_start(a,n); ga=&a; int r=f(1,100); __builtin_va_end(a); return r; }
int main(void){ int r = outer(1,200); if (r == 200) reach_error(); return 0; }
