struct net_device { int mtu; };
int register_netdev(struct net_device *d);
void unregister_netdev(struct net_device *d);
void free_netdev(struct net_device *d);
static struct net_device eth;

int main(void) {
  if (register_netdev(&eth) == 0)
    unregister_netdev(&eth);
  free_netdev(&eth);
  return 0;
}
