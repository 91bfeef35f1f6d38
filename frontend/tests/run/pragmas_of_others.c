/* Pragmas of other compilers, which gcc ignores. */
#pragma warning(disable : 4103)
#pragma intrinsic(abs)
#pragma function(abs)
#pragma alloc_text(PAGE, main)
#pragma code_seg("PAGE")
#pragma data_seg(".shared")
#pragma bss_seg()
#pragma const_seg(push, x, ".c")
#pragma comment(lib, "kernel32")
extern void reach_error(void);
static int shared = 3;

int main(void) {
  if (shared + 1 != 4) reach_error();
  return 0;
}
