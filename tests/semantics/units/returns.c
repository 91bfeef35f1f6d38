void returns(int x) { (void)x; }
