// expect: error type: 
int a[3];
int main(void) { unsigned __int128 n = 1; return a[n]; }
