// What happened before a block is allocated tells nobody its address.
void reach_error(void); void *malloc(unsigned long); struct s{int x; int y; struct s *q;}; struct s *get(void); void sub(struct s*);
int main(void){ struct s q; sub(&q); struct s*d=get(); struct s*b=malloc(sizeof*b); if(!d||!b) return 0; d->x=0; b->x=1; if(d->x) reach_error(); return 0; }
