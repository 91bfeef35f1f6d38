// expect: error unsupported: an atomic operation on an object of type `__int128` is not supported
static __int128 x;
int main(void) { return (int)__sync_fetch_and_add(&x, 1); }
