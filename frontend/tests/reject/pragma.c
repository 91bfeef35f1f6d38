// expect: error unsupported: `#pragma scalar_storage_order big-endian` is not supported
#pragma scalar_storage_order big-endian
struct s { int x; };
int main(void) { return 0; }
