import { type ChainKind, CRYPTO_GATES, type CryptoGate, type CryptoGateId, gates, type Network } from '../assets.ts';
import { DomainError } from '../errors.ts';
import { parseAmount, pow10 } from '../money.ts';
import { type PayoutQuote, type PayoutTerms, quotePayout } from '../payouts/fees.ts';
import { checkPayoutAmount, type PayoutLimits } from '../payouts/limits.ts';
import type { NetworkFeeQuote } from '../payouts/network-fee.ts';
import { type PayoutTarget, payoutTarget } from '../payouts/target.ts';

/** The columns of a mass payout's file, in their order (spec §3). */
export const MASS_COLUMNS = ['gate', 'address', 'reference', 'amount'] as const;
export type MassColumn = (typeof MASS_COLUMNS)[number];

/** A requested payment that is not checked yet. */
export interface MassPaymentRequest {
  readonly gate: CryptoGate;
  readonly address: string;
  /** Null or empty for none. */
  readonly destinationTag: string | null;
  /** The merchant's own text; empty for none. */
  readonly reference: string;
  /** Decimal text in major units. */
  readonly amount: string;
}

/** A valid line. */
export interface MassLine extends PayoutQuote, PayoutTarget {
  readonly gateId: CryptoGateId;
  readonly amountMinor: bigint;
  readonly reference: string | null;
  readonly networkFee: NetworkFeeQuote;
}

export interface MassProblem {
  readonly field: MassColumn | 'destination_tag' | 'line';
  readonly reason: string;
}

export type CheckedLine =
  | { readonly ok: true; readonly line: MassLine }
  | {
      readonly ok: false;
      readonly problems: readonly MassProblem[];
      /** The asset and amount as far as they could be read, for the totals of invalid lines. */
      readonly gateId: CryptoGateId | null;
      readonly amountMinor: bigint | null;
    };

/** What the lines of a file are checked against. */
export interface MassRules {
  /** False if payouts cannot be sent on this network now. */
  readonly isOpen: (network: Network) => boolean;
  readonly chainOf: (network: Network) => ChainKind;
  readonly termsOf: (gateId: CryptoGateId) => Omit<PayoutTerms, 'networkFeeMinor'>;
  readonly feeOf: (gateId: CryptoGateId) => NetworkFeeQuote;
  readonly limitsOf: (gateId: CryptoGateId) => PayoutLimits;
  readonly tokenContractOf: (gateId: CryptoGateId) => string | undefined;
  readonly ownAccountOf?: (network: Network) => string | undefined;
}

/**
 * Checks the cells of one line and reports all problems at once, each with its column. For XRP the reference cell is
 * the destination tag; for all others it is the merchant's own text.
 */
export function checkMassLine(cells: readonly string[], rules: MassRules): CheckedLine {
  if (cells.length !== MASS_COLUMNS.length) {
    const columns = MASS_COLUMNS.join(', ');
    const reason = `The line has ${cells.length} cells; there must be ${MASS_COLUMNS.length}: ${columns}.`;
    return { ok: false, problems: [{ field: 'line', reason }], gateId: null, amountMinor: null };
  }
  const [gateCell = '', address = '', reference = '', amount = ''] = cells.map((cell) => cell.trim());
  const gate = gateOfTitle(gateCell);
  if (gate === null) {
    const reason = gateCell === '' ? 'The asset is missing.' : 'This asset is not known.';
    return { ok: false, problems: [{ field: 'gate', reason }], gateId: null, amountMinor: null };
  }
  if (gate.network !== 'XRP')
    return checkMassPayment({ gate, address, destinationTag: null, reference, amount }, rules);
  const checked = checkMassPayment({ gate, address, destinationTag: reference, reference: '', amount }, rules);
  if (checked.ok) return checked;
  const inCell = ({ field, reason }: MassProblem): MassProblem => ({
    field: field === 'destination_tag' ? 'reference' : field,
    reason,
  });
  return { ...checked, problems: checked.problems.map(inCell) };
}

/** Checks a payment whose asset is known and reports all problems at once. */
export function checkMassPayment(wish: MassPaymentRequest, rules: MassRules): CheckedLine {
  const { gate, address, destinationTag } = wish;
  const problems: MassProblem[] = [];
  const amountMinor = attempt(problems, 'amount', () => amountOf(wish.amount, gate));
  if (!rules.isOpen(gate.network)) {
    problems.unshift({ field: 'gate', reason: 'Payouts of this asset are not open yet.' });
    return { ok: false, problems, gateId: gate.id, amountMinor };
  }
  const target = attempt(problems, 'address', () => targetOf(gate, { address, destinationTag }, rules));
  const networkFee = rules.feeOf(gate.id);
  const quote =
    amountMinor === null
      ? null
      : attempt(problems, 'amount', () => {
          checkPayoutAmount(amountMinor, rules.limitsOf(gate.id));
          const terms = { ...rules.termsOf(gate.id), networkFeeMinor: networkFee.chargedMinor };
          return { amountMinor, ...quotePayout(amountMinor, terms) };
        });
  const text = attempt(problems, 'reference', () => referenceOf(wish.reference));
  if (target === null || quote === null || text === null) {
    return { ok: false, problems, gateId: gate.id, amountMinor };
  }
  return { ok: true, line: { ...quote, ...target, gateId: gate.id, networkFee, reference: text.value } };
}

/** True for the optional first line with the names of the columns. */
export function isHeading(cells: readonly string[]): boolean {
  const [first, second] = cells.map((cell) => cell.trim().toLowerCase());
  return (first === 'gate' || first === 'gate title' || first === 'currency') && second === 'address';
}

const MAX_REFERENCE = 255;
/** The same limit as for amounts in the API; the sum of 10,000 such amounts can be stored. */
const MAX_WHOLE_DIGITS = 30;
/** References must not contain control characters; the database cannot store NUL. */
const CONTROL = /\p{Cc}/u;

const titles: ReadonlyMap<string, CryptoGateId> = new Map(
  CRYPTO_GATES.flatMap((id) => {
    const { ticker, title, networkTitle, asset } = gates[id];
    const names = [id, `${ticker} ${networkTitle}`, `${title} ${networkTitle}`];
    const alone = asset === 'USDT' ? [] : [ticker, title];
    return [...names, ...alone].map((name) => [plain(name), id] as const);
  }),
);

/** Reads `USDT_TRC20`, `usdt trc20`, `USDT (TRC-20)`, `Bitcoin`; null for anything else. */
function gateOfTitle(text: string): CryptoGate | null {
  const id = titles.get(plain(text));
  return id === undefined ? null : gates[id];
}

function plain(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

function targetOf(
  gate: CryptoGate,
  to: { readonly address: string; readonly destinationTag: string | null },
  rules: MassRules,
): PayoutTarget {
  if (to.address === '') throw refusal('The address is missing.');
  return payoutTarget(gate, to, {
    chain: rules.chainOf(gate.network),
    tokenContract: rules.tokenContractOf(gate.id),
    ownAccount: rules.ownAccountOf?.(gate.network),
  });
}

function amountOf(text: string, gate: CryptoGate): bigint {
  if (text === '') throw refusal('The amount is missing.');
  const minor = parseAmount(text, gate.decimals);
  if (minor === 0n) throw refusal('Amount must be greater than 0');
  if (minor >= pow10(MAX_WHOLE_DIGITS + gate.decimals)) {
    throw refusal('Amount is greater than the maximum value');
  }
  return minor;
}

function referenceOf(text: string): { readonly value: string | null } {
  if (text === '') return { value: null };
  if (text.length > MAX_REFERENCE) throw refusal(`The reference has more than ${MAX_REFERENCE} characters.`);
  if (CONTROL.test(text)) throw refusal('The reference contains control characters.');
  return { value: text };
}

/** The error for the field that is being checked. */
function refusal(reason: string): DomainError {
  return new DomainError('validation_failed', { message: reason });
}

/** Runs a check and adds what it refuses to the problems. */
function attempt<T>(problems: MassProblem[], field: MassColumn, check: () => T): T | null {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    for (const [path, reasons] of Object.entries(error.fields ?? { [field]: [error.message] })) {
      for (const reason of reasons) problems.push({ field: path === 'destination_tag' ? path : field, reason });
    }
    return null;
  }
}
