// expect: error empty: no function is defined
int x;
