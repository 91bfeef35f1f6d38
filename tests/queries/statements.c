// Calls for statements.query.
void leaf(void) {}
void middle(void) { leaf(); }
void top(void) { middle(); }
int main(void) { top(); leaf(); return 0; }
