// expect: error unsupported: the attribute `common` is not supported
int flag __attribute__((common));
int main(void) {
    return flag;
}
