import { currencyDecimals } from '../money/currencies.ts';
import { parseAmount } from '../money/money.ts';
import { decimalText, fieldsOf, type GreenfieldFault, textOf } from './fields.ts';

/** A refund as a plugin prepares it. */
export interface RequestedPullPayment {
  readonly name: string;
  readonly description: string;
  /** Undefined: the invoice's. */
  readonly currency: string | undefined;
  readonly amount: unknown;
}

/** Reads the body of `POST …/pull-payments`. It names no invoice: only the words of its name do. */
export function readPullPayment(body: unknown): RequestedPullPayment {
  const { name, description, currency, amount } = fieldsOf(body);
  return {
    name: textOf(name, 200) ?? 'Refund',
    description: textOf(description, 1000) ?? '',
    currency: textOf(currency, 10)?.toUpperCase(),
    amount,
  };
}

const MAX_WORDS = 40;

/**
 * The order numbers that a name may contain, in its order: *Refund of order 13; broken* contains `13`, and words that
 * are no order's number match none. The first number counts first, because a reason may name other orders.
 */
export function orderNumbersIn(name: string): string[] {
  const words = name.split(/[\s;,]+/u).flatMap((word) => {
    const bare = bareWord(word);
    return bare === word ? [word] : [word, bare];
  });
  return [...new Set(words.filter((word) => word !== ''))].slice(0, MAX_WORDS);
}

const AROUND: ReadonlySet<string> = new Set('#("\'«»„“.:)!?');

/** Without the signs around it. */
function bareWord(word: string): string {
  const signs = [...word];
  const isText = (sign: string) => !AROUND.has(sign);
  const first = signs.findIndex(isText);
  return first < 0 ? '' : signs.slice(first, signs.findLastIndex(isText) + 1).join('');
}

/** The refundable amounts of an invoice, in minor units of its currency. */
export interface Refundable {
  readonly currency: string;
  /** The amount paid, at the invoice's rate. */
  readonly paidMinor: bigint;
  /** More than its price. */
  readonly excessMinor: bigint;
  /** Of the refunds that were prepared before. */
  readonly preparedMinor: bigint;
}

/**
 * The amount of a refund that is prepared.
 * @returns faults instead where it is no amount, in another currency, or more than is left
 */
export function pullPaymentMinor(
  { currency = '', amount }: Pick<RequestedPullPayment, 'currency' | 'amount'>,
  of: Refundable,
): { readonly minor: bigint } | { readonly faults: readonly GreenfieldFault[] } {
  if (currency !== '' && currency !== of.currency) {
    return { faults: [{ path: 'currency', message: `The invoice is in ${of.currency}; so is its refund.` }] };
  }
  const places = currencyDecimals(of.currency);
  const text = decimalText(amount, places);
  if (text === undefined || (text.split('.')[1] ?? '').length > places || /^[0.]*$/.test(text)) {
    return {
      faults: [{ path: 'amount', message: `The amount must be a plain decimal number above 0, in ${of.currency}.` }],
    };
  }
  return bounded(parseAmount(text, places), of);
}

/** The amount of `POST …/refund`, by its variant. */
export function refundVariantMinor(body: unknown, of: Refundable): ReturnType<typeof pullPaymentMinor> {
  const { refundVariant, customAmount, customCurrency, subtractPercentage } = fieldsOf(body);
  const percent = Number(subtractPercentage ?? 0);
  if (!(percent >= 0 && percent <= 100)) {
    return { faults: [{ path: 'subtractPercentage', message: 'Must be from 0 to 100.' }] };
  }
  const bps = BigInt(Math.round(percent * 100));
  const less = (minor: bigint) => bounded(minor - (minor * bps) / 10_000n, of);
  switch (refundVariant) {
    case 'Fiat':
    case 'CurrentRate':
    case 'RateThen':
      return less(of.paidMinor);
    case 'OverpaidAmount':
      return less(of.excessMinor);
    case 'Custom': {
      const custom = pullPaymentMinor(
        { currency: textOf(customCurrency, 10)?.toUpperCase(), amount: customAmount },
        of,
      );
      const path = { amount: 'customAmount', currency: 'customCurrency' } as Readonly<Record<string, string>>;
      if ('minor' in custom) return less(custom.minor);
      return { faults: custom.faults.map((fault) => ({ ...fault, path: path[fault.path] ?? fault.path })) };
    }
    default:
      return { faults: [{ path: 'refundVariant', message: '`refundVariant` is not valid' }] };
  }
}

function bounded(minor: bigint, { paidMinor, preparedMinor }: Refundable): ReturnType<typeof pullPaymentMinor> {
  if (minor <= 0n) return { faults: [{ path: 'amount', message: 'There is nothing to refund.' }] };
  if (minor > paidMinor - preparedMinor) {
    return { faults: [{ path: 'amount', message: 'More than was paid and is not being refunded yet.' }] };
  }
  return { minor };
}
