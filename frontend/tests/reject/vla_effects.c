// expect: error unsupported: an effect in one of several lengths
int n;
int next(void) { return ++n; }
int main(void) { int a[next()][next()]; return sizeof a; }
