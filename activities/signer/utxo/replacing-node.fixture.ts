import { useBchd, useBtcd, useLitecoind } from '../../../scripts/testing/nodes.ts';

/** A node of the network for one test file, which replaces transactions where the network does. */
export function useReplacingNode(network: 'LTC' | 'BTC' | 'BCH', miningAddress: string) {
  // Litecoin Core replaces nothing unless it is configured to.
  if (network === 'LTC') return useLitecoind({ args: ['-mempoolreplacement=1'] });
  return network === 'BTC' ? useBtcd({ miningAddress }) : useBchd({ miningAddress });
}
