int dma_map(void *p);
void dma_unmap(void *p);
int start(void);
static char buffer[8];

int main(void) {
  if (dma_map(buffer))
    return -1;
  if (start())
    dma_unmap(buffer);
  dma_unmap(buffer);
  return 0;
}
