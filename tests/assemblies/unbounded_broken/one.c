// As often as it is told; or once, and too late.
void put(void);
void done(void);
void one(int n) {
    for (int i = 0; i < n; i++)
        put();
    done();
    if (n < 0)
        put();
}
