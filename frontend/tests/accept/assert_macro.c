// expect: ok
#include <assert.h>
int main(int argc, char **argv) {
  assert(argc > 0 && argv);
  return 0;
}
