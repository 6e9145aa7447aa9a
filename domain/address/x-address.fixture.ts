import { classicAddressToXAddress } from 'xrpl';
import type { ChainKind } from '../assets/assets.ts';

/** The X-address of a classic address and a tag (XLS-5). */
export function encodeXAddress(classic: string, destinationTag: bigint, chain: ChainKind): string {
  return classicAddressToXAddress(classic, Number(destinationTag), chain !== 'main');
}
