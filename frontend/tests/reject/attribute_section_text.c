// expect: error unsupported: this section's name is not supported
int x __attribute__((section("a,\"aw\"\n.section .init_array"))) = 1;
int main(void) { return x; }
