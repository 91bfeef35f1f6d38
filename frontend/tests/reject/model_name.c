// expect: error unsupported: the name `__model_any` is kept for models of the C library
int strcmp(const char *, const char *);
int __model_any(void) { return 1; }
int main(void) { return strcmp("a", "b"); }
