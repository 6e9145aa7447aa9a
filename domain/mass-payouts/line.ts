import {
  type ChainKind,
  CRYPTO_GATES,
  type CryptoGate,
  type CryptoGateId,
  gates,
  type Network,
} from '../assets/assets.ts';
import { DomainError } from '../errors.ts';
import { parseAmount, pow10 } from '../money/money.ts';
import { type PayoutQuote, type PayoutTerms, quotePayout } from '../outflows/fees.ts';
import { checkPayoutAmount, type PayoutLimits } from '../outflows/limits.ts';
import type { NetworkFeeQuote } from '../payouts/network-fee.ts';
import { type PayoutTarget, payoutTarget } from '../payouts/target.ts';
import { textCell, visibleCell } from './cells.ts';
import { MASS_COLUMNS, type MassColumn } from './heading.ts';
import { sheetAmount } from './sheet-amount.ts';

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

/** The facts that the lines of a file are checked against. */
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

/** Known facts about all lines of a file. */
export interface MassSheet {
  readonly columns: readonly MassColumn[];
  /** Some amounts have a decimal comma. */
  readonly decimalComma: boolean;
}

export const PLAIN_SHEET: MassSheet = { columns: MASS_COLUMNS, decimalComma: false };

/**
 * Checks the cells of one line and reports all problems at once, each with its column. For XRP the reference cell is
 * the destination tag; for all others it is the merchant's own text.
 */
export function checkMassLine(cells: readonly string[], rules: MassRules, sheet = PLAIN_SHEET): CheckedLine {
  const { columns } = sheet;
  if (cells.length !== columns.length) {
    return {
      ok: false,
      problems: [{ field: 'line', reason: wrongCount(cells, columns) }],
      gateId: null,
      amountMinor: null,
    };
  }
  const cellOf = (column: MassColumn) => cells[columns.indexOf(column)] ?? '';
  const [gateCell, address] = [visibleCell(cellOf('gate')), visibleCell(cellOf('address'))];
  const [reference, amount] = [textCell(cellOf('reference')), visibleCell(cellOf('amount'))];
  const gate = gateOfTitle(gateCell);
  if (gate === null) {
    const reason = gateCell === '' ? 'The asset is missing.' : 'This asset is not known.';
    return { ok: false, problems: [{ field: 'gate', reason }], gateId: null, amountMinor: null };
  }
  const read = (text: string) => sheetAmount(text, sheet);
  if (gate.network !== 'XRP')
    return checkMassPayment({ gate, address, destinationTag: null, reference, amount }, rules, read);
  const destinationTag = tagOf(visibleCell(reference));
  const checked = checkMassPayment({ gate, address, destinationTag, reference: '', amount }, rules, read);
  if (checked.ok) return checked;
  const inCell = ({ field, reason }: MassProblem): MassProblem => ({
    field: field === 'destination_tag' ? 'reference' : field,
    reason,
  });
  return { ...checked, problems: checked.problems.map(inCell) };
}

/** Checks a payment whose asset is known, reports all problems at once; `read` makes a plain decimal of its amount. */
export function checkMassPayment(
  requested: MassPaymentRequest,
  rules: MassRules,
  read = (amount: string) => amount,
): CheckedLine {
  const { gate, address, destinationTag } = requested;
  const problems: MassProblem[] = [];
  const amountMinor = attempt(problems, 'amount', () => amountOf(requested.amount, gate, read));
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
  const text = attempt(problems, 'reference', () => referenceOf(requested.reference));
  if (target === null || quote === null || text === null) {
    return { ok: false, problems, gateId: gate.id, amountMinor };
  }
  return { ok: true, line: { ...quote, ...target, gateId: gate.id, networkFee, reference: text.value } };
}

/** Whether a cell names an asset. */
export function isGateTitle(cell: string): boolean {
  return gateOfTitle(visibleCell(cell)) !== null;
}

function wrongCount(cells: readonly string[], columns: readonly MassColumn[]): string {
  const reason = `The line has ${cells.length} cells; there must be ${columns.length}: ${columns.join(', ')}.`;
  return cells.length > columns.length ? `${reason} Put an amount or a reference with a comma in quotes.` : reason;
}

/** A tag that a program saved as a number with decimals; anything else is judged as it is. */
function tagOf(text: string): string {
  return text.replace(/^(\d+)[.,]0$/, '$1');
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

function amountOf(text: string, gate: CryptoGate, read: (text: string) => string): bigint {
  if (text === '') throw refusal('The amount is missing.');
  const minor = parseAmount(read(text), gate.decimals);
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
