import { type ParsedAddress, parseAddress } from '../assets/addresses.ts';
import type { ChainKind, Network } from '../assets/assets.ts';
import { NETWORKS } from '../assets/assets.ts';

/**
 * The relation of a pasted address to an invoice: its own; of a coin that was chosen before; one that the gateway gave
 * to somebody, without saying whom; valid on other networks than that of the chosen coin only; or nobody's we know.
 */
export const ADDRESS_CODES = [
  'own_address',
  'earlier_coin',
  'our_address',
  'wrong_network',
  'foreign_address',
] as const;

export type AddressCode = (typeof ADDRESS_CODES)[number];

export type AddressPlace = Pick<ParsedAddress, 'network' | 'addressKey' | 'destinationTag'>;

/** An address that the invoice gave out. */
export interface QuoteAddress extends AddressPlace {
  readonly isChosen: boolean;
}

const MAX_TEXT = 500;

/**
 * The addresses that a pasted text can be, alone or in a wallet's link such as `bitcoin:…?amount=1`; a text that is
 * valid on several networks is one on each.
 */
export function pastedAddresses(text: string, chainOf: (network: Network) => ChainKind): ParsedAddress[] {
  const plain = text.slice(0, MAX_TEXT).trim().split('?')[0] ?? '';
  const writings = [plain, plain.slice(plain.indexOf(':') + 1)].map((each) => each.split('@')[0] ?? '');
  return NETWORKS.flatMap((network) => {
    const found = writings.map((each) => parsed(network, each, chainOf(network))).find((each) => each !== null);
    return found ? [found] : [];
  });
}

function parsed(network: Network, text: string, chain: ChainKind): ParsedAddress | null {
  try {
    return parseAddress(network, text, chain);
  } catch {
    return null;
  }
}

/** @param isOurs whether the gateway gave any of these addresses to anybody */
export function judgeAddress(
  pasted: readonly AddressPlace[],
  of: {
    readonly quotes: readonly QuoteAddress[];
    readonly isOurs: boolean;
    readonly chosenNetwork: Network | null;
  },
): AddressCode {
  const { quotes, isOurs, chosenNetwork } = of;
  const own = quotes.filter((quote) => pasted.some((place) => isSame(place, quote)));
  if (own.some(({ isChosen }) => isChosen)) return 'own_address';
  if (own.length > 0) return 'earlier_coin';
  if (isOurs) return 'our_address';
  const fits = chosenNetwork === null || pasted.some(({ network }) => network === chosenNetwork);
  return fits ? 'foreign_address' : 'wrong_network';
}

/** An account that many share is the invoice's own, unless the text names another tag. */
function isSame(place: AddressPlace, quote: AddressPlace): boolean {
  if (place.network !== quote.network || place.addressKey !== quote.addressKey) return false;
  return place.destinationTag === null || place.destinationTag === quote.destinationTag;
}
