int more(int x) { return x + 1; }
