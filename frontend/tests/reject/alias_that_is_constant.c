// expect: error unsupported: `view` has another type than `count`, for which this is an alias
int count;
extern const int view __attribute__((alias("count")));
int main(void) {
    int before = view;
    count++;
    return before == view;
}
