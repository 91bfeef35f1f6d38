// expect: error unsupported: thread-local objects
_Thread_local int x;
int main(void) { return x; }
