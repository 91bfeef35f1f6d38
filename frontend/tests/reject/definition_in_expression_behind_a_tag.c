// expect: error unsupported: a structure that is defined within an expression, where the compiler cannot be asked how it lays it out, is not supported
// In front of the statement and behind it, `again` is another structure.
extern void reach_error(void);
struct again { long a, b; };
int main(void) {
  if (sizeof(struct again { char c; }) + sizeof(struct { struct again a; int i; }) != 9)
    reach_error();
  return 0;
}
