import type { FoundVerdict } from '../../db/claims/find.ts';
import { gate, type Network } from '../../domain/assets/assets.ts';
import { feePlaceOf, unitPriceMilli, type WaitingFee } from '../../domain/claims/fee-place.ts';
import { intlTag, type Language } from '../../domain/languages.ts';
import { separatorsOf, writeDecimal } from '../../domain/money/decimal-text.ts';
import { formatTrimmed } from '../../domain/money/money.ts';
import type { ClaimWords } from './claim-words.ts';
import { PAGE_WORDS } from './page-words.ts';

type Verdict = Pick<FoundVerdict, 'code' | 'payment' | 'fee'>;

/**
 * Says of a payment that waits for its first block which place its fee gives it, and what a higher fee would do. Null
 * for all other payments, and where nothing is certain.
 */
export function feeHint({ code, payment, fee }: Verdict, language: Language): string | null {
  if (code !== 'unconfirmed' || payment?.gateId == null || payment.status !== 'seen') return null;
  const words = PAGE_WORDS[language].claim;
  const { network } = gate(payment.gateId);
  if (network === 'TRON') return words.feeTron;
  if (network === 'XRP') return words.feeXrp;
  const place = fee === null ? null : feePlaceOf(fee);
  if (fee === null || place === null) return network === 'BCH' ? null : words.raiseFee;
  const text = words[place === 'low' ? 'feeLow' : 'feeEnough']
    .replace('{fee}', () => unitPrice(network, fee, language))
    .replace('{market}', () => unitPrice(network, { feeMinor: fee.marketMinor ?? 0n, units: 1n }, language));
  return place === 'low' ? `${text} ${whatHelps(network, fee, words)}` : text;
}

function whatHelps(network: Network, { isReplaceable }: WaitingFee, words: ClaimWords): string {
  if (isReplaceable) return words.raiseFee;
  return network === 'BCH' ? words.feeKept : words.feeFixed;
}

/** `3.2 sat/vB`, `0.25 gwei`: as the wallets of the network show it. */
function unitPrice(network: Network, price: Pick<WaitingFee, 'feeMinor' | 'units'>, language: Language): string {
  const milli = unitPriceMilli(price);
  const [decimals, unit] = network === 'ETH' ? [GWEI_DECIMALS, 'gwei'] : [1, network === 'BCH' ? 'sat/B' : 'sat/vB'];
  const shown = milli / 10n ** BigInt(MILLI_DECIMALS + (network === 'ETH' ? WEI_DECIMALS : 0) - decimals);
  return `${writeDecimal(formatTrimmed(shown, decimals), separatorsOf(intlTag(language)))} ${unit}`;
}

const MILLI_DECIMALS = 3;
const WEI_DECIMALS = 9;
const GWEI_DECIMALS = 3;
