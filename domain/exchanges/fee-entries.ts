import { type CryptoGateId, gate, isCryptoGateId } from '../assets/assets.ts';
import { parseAmount } from '../money/money.ts';
import { isDay } from '../text/day.ts';
import { EXCHANGE_IDS, type ExchangeId } from './exchanges.ts';
import type { FeeEntry } from './withdrawal.ts';

/** The entries of an installation, by `exchange:gate`. */
export type FeeEntries = ReadonlyMap<`${ExchangeId}:${CryptoGateId}`, FeeEntry>;

export const NO_FEE_ENTRIES: FeeEntries = new Map();

/**
 * Reads entries as an operator writes them: `kraken BTC 0.00001 0.0001 2026-11-20 Kraken fee page; …`, which are
 * exchange, gate, fee, minimum, day and source.
 * @returns the first entry that is wrong as a text, or all of them; a second one of the same exchange and gate is wrong
 */
export function readFeeEntries(text: string): FeeEntries | string {
  const entries = new Map<`${ExchangeId}:${CryptoGateId}`, FeeEntry>();
  for (const written of text.split(';').map((each) => each.trim())) {
    if (written === '') continue;
    const [exchange = '', gateId = '', fee = '', minimum = '', asOf = '', ...source] = written.split(/\s+/);
    if (!isExchangeId(exchange) || !isCryptoGateId(gateId) || source.length === 0 || !isDay(asOf)) return written;
    const feeMinor = readMinor(fee, gateId);
    const minimumMinor = readMinor(minimum, gateId);
    const key = `${exchange}:${gateId}` as const;
    if (feeMinor === null || minimumMinor === null || entries.has(key)) return written;
    entries.set(key, { feeMinor, minimumMinor, asOf, source: source.join(' ') });
  }
  return entries;
}

function isExchangeId(text: string): text is ExchangeId {
  return EXCHANGE_IDS.some((id) => id === text);
}

/** With the places that a payer can type at an exchange; null for what is no such amount. */
function readMinor(text: string, gateId: CryptoGateId): bigint | null {
  const { decimals, decimalsShown } = gate(gateId);
  try {
    return parseAmount(text, decimalsShown) * 10n ** BigInt(decimals - decimalsShown);
  } catch {
    return null;
  }
}
