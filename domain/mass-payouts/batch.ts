import { gatesOn, type Network } from '../assets.ts';

/**
 * True where one transaction pays many: a slice of a mass payout is signed as one there, and its lines have no
 * workflows of their own.
 */
export function batchesLines(network: Network): boolean {
  return gatesOn(network).some(({ family }) => family === 'utxo');
}
