// As often as it is told, and then once the other one.
void put(void);
void done(void);
void one(int n) {
    for (int i = 0; i < n; i++)
        put();
    done();
}
