// Where two blocks lie is open: no index of the one leads into the other.
void reach_error(void); void *malloc(unsigned long); long first(void);
int main(void){ int*a=malloc(16),*b=malloc(4); if(!a||!b) return 0; *b=0; long i=first(); a[i]=5; if(*b==5) reach_error(); return 0; }
