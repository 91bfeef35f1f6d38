int table[4];
void fill_table(void) { table[1] = 5; }
