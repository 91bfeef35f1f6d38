// options: --entry f
// A number that is an address by chance is none.
void reach_error(void); struct s {int x;}; struct s g;
void f(struct s*p,unsigned long n){ if(p==&g && n==4096) reach_error(); }
