// In a program that calls a function outside, memory is not made of bytes: the maps of both are related.
void __VERIFIER_assert(int); void *malloc(unsigned long); void ext(int*);
struct buf { unsigned len; unsigned char d[8]; }; int y;
int main(void){ ext(&y); struct buf *b=malloc(sizeof *b); if(!b) return 0;
 int *h=(int*)b->d; *h = 5; b->d[0]=0; __VERIFIER_assert(*h == 5); return 0; }
