extern int *address;
int *get_address(void) { return address; }
