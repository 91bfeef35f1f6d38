// expect: error unsupported: `target`, for which this is an alias, is no object that this file defines for others
extern int object __attribute__((alias("target")));
static int target = 5;
int main(void) { return object; }
