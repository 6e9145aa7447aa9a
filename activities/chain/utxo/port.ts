import type { ChainPort } from '../port.ts';
export function openUtxoChain(_options: unknown): ChainPort {
  throw new Error('not written yet');
}
