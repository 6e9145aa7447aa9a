import { isUtxoNetwork, type Network } from '../assets/assets.ts';

/** True where one transaction can pay many recipients: a slice is signed as one there, without a workflow per line. */
export function batchesLines(network: Network): boolean {
  return isUtxoNetwork(network);
}
