extern int (*address)(void);
int (*get_function(void))(void) { return address; }
