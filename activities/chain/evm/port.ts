import type { ChainPort } from '../port.ts';
export function openEvmChain(_options: unknown): ChainPort {
  throw new Error('not written yet');
}
