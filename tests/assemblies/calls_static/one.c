// The other one has a function of the same name, which no one else can call.
void go(void);
void stop(void);
void helper(void);
void one(void) { helper(); go(); stop(); }
