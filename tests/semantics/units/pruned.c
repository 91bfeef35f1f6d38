extern int external_one(int *);
typedef int function(int *);
function *get(void) { return external_one; }
