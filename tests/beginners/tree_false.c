#include <assert.h>
#include <stdlib.h>
struct tree { int key; struct tree *left, *right; };
struct tree *insert(struct tree *t, int key) {
    struct tree *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->key = key; n->left = NULL; n->right = NULL;
    if (!t) return n;
    struct tree *p = t;
    for (;;) {
        if (key < p->key) {
            if (!p->left) { p->left = n; break; }
            p = p->left;
        } else {
            if (!p->right) { p->right = n; break; }
            p = p->right;
        }
    }
    return t;
}
int main(void) {
    struct tree *root = NULL;
    int keys[3] = {5, 2, 8};
    for (int i = 0; i < 3; i++) root = insert(root, keys[i]);
    assert(root->key == 5);
    assert(root->left->key == 8);
    assert(root->right->key == 8);
    return 0;
}
