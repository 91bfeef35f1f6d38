void __VERIFIER_nondet_memory(void *object, unsigned long size) {
    __builtin_memset(object, 1, size);
}
