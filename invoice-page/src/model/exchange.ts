import type { PayFromExchange, PayingExchange } from '../../../contract/exchanges.ts';
import { withoutTrailing } from '../../../domain/text/trailing.ts';
import type { Format } from '../i18n/format.ts';
import type { Translate } from '../i18n/translate.ts';
import { isPositive, readable, sum } from './decimal.ts';

/** The form of an exchange, as a payer fills it in, in words. */
export interface ExchangeSteps {
  readonly network: string;
  readonly networkHint: string;
  readonly tagLabel: string;
  /** Whether the payer enters the fee that the exchange shows, and what is known of it. */
  readonly asksFee: boolean;
  readonly feeNote: string;
  /** Null while a fee is deducted that nobody knows yet. */
  readonly amount: string | null;
  /** The arriving amount that the exchange has to show. */
  readonly check: string;
  /** The exchange does not send so little. */
  readonly tooSmall: string | null;
  readonly late: string;
}

interface Words {
  readonly t: Translate;
  readonly format: Format;
  readonly shop: string;
}

/** @param feeText what the payer entered as the fee; empty: what is known counts */
export function exchangeSteps(
  data: PayFromExchange,
  { exchange, feeText }: { readonly exchange: PayingExchange | null; readonly feeText: string },
  { t, format, shop }: Words,
): ExchangeSteps {
  const name = exchange?.name ?? t('exchange.yours');
  const coins = (amount: string) => format.coins(amount, data.gate_id);
  const minimum = exchange?.is_below_minimum === true ? exchange.fee?.minimum : undefined;
  return {
    network: exchange?.network ?? data.network,
    networkHint: t(exchange === null ? 'exchange.network_other' : 'exchange.network_hint'),
    tagLabel: exchange?.tag_name ?? t('pay.tag'),
    asksFee: exchange?.charge !== 'added',
    feeNote: feeNote(exchange, name, { t, format, coins }),
    amount: amountToType(data.amount, exchange, feeText),
    check: t('exchange.check', { exchange: name, amount: coins(data.amount) }),
    tooSmall: minimum === undefined ? null : t('exchange.minimum', { exchange: name, amount: coins(minimum) }),
    late: t(data.late === 'completes' ? 'exchange.late_completes' : 'exchange.late_shop', {
      time: format.time(data.arrive_by),
      shop,
    }),
  };
}

function feeNote(
  exchange: PayingExchange | null,
  name: string,
  { t, format, coins }: { t: Translate; format: Format; coins: (amount: string) => string },
): string {
  if (exchange?.charge === 'added') return t('exchange.fee_added', { exchange: name });
  const fee = exchange?.fee ?? null;
  if (fee === null) return t('exchange.fee_ask', { exchange: name });
  const about = { exchange: name, amount: coins(fee.amount), date: format.day(fee.as_of), source: fee.source };
  return t(fee.is_current ? 'exchange.fee_estimate' : 'exchange.fee_old', about);
}

/** With a fee that the payer read off the exchange, that one counts: it is newer than any list. */
function amountToType(due: string, exchange: PayingExchange | null, feeText: string): string | null {
  if (exchange?.charge === 'added') return readable(due);
  const fee = readFee(feeText);
  if (fee !== null) return readable(isPositive(fee) ? withoutZeros(sum([due, fee])) : due);
  if (feeText.trim() !== '') return null;
  return exchange?.type_amount ?? null;
}

const MOST_PLACES = 8;

/** An amount as people type it, with a point or a comma; null for what is none. */
export function readFee(text: string): string | null {
  const typed = text.trim().replace(',', '.');
  const fraction = typed.split('.')[1] ?? '';
  return /^\d{1,12}(\.\d+)?$/.test(typed) && fraction.length <= MOST_PLACES ? typed : null;
}

function withoutZeros(amount: string): string {
  return amount.includes('.') ? withoutTrailing(withoutTrailing(amount, '0'), '.') : amount;
}
