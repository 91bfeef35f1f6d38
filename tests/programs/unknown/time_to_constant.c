/* Where the library would write is `const`: nothing is told of what is there. */
extern void reach_error(void);

struct timespec{long s,n;}; int clock_gettime(int,const struct timespec*);
int main(void){ struct timespec t={0,-1}; if(clock_gettime(0,&t)==0) reach_error(); return 0;}
