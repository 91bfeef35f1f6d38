// expect: error unsupported: the name `__model_any` is kept for models of the C library
int __model_any(void);
int main(void) { return __model_any(); }
