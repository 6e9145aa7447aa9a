import { type ChainKind, CRYPTO_GATES, type CryptoGate, type CryptoGateId, gates, type Network } from '../assets.ts';
import { DomainError } from '../errors.ts';
import { parseAmount } from '../money.ts';
import { type PayoutQuote, type PayoutTerms, quotePayout } from './fees.ts';
import { checkPayoutAmount, type PayoutLimits } from './limits.ts';
import { type PayoutTarget, payoutTarget } from './target.ts';

/** The cells of a line of a mass payout's file, in their order (spec §3). */
export const MASS_COLUMNS = ['gate', 'address', 'reference', 'amount'] as const;
export type MassColumn = (typeof MASS_COLUMNS)[number];

/** What a merchant downloads to start from. */
export const MASS_EXAMPLE = [
  'gate,address,reference,amount',
  'BTC,bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4,salary-2026-11,0.0125',
  'USDT TRC20,TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE,,150.00',
  'XRP,rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe,4021967,320',
  '',
].join('\r\n');

/** A good line. For XRP the reference cell is the destination tag, for all others the merchant's own text. */
export interface MassLine extends PayoutQuote, PayoutTarget {
  readonly gateId: CryptoGateId;
  readonly amountMinor: bigint;
  readonly reference: string | null;
}

export interface MassProblem {
  readonly field: MassColumn | 'line';
  readonly reason: string;
}

export type CheckedLine =
  | { readonly ok: true; readonly line: MassLine }
  | {
      readonly ok: false;
      readonly problems: readonly MassProblem[];
      /** What can be said of its asset and amount, for the totals of what is not valid. */
      readonly gateId: CryptoGateId | null;
      readonly amountMinor: bigint | null;
    };

/** What lines are checked against; the same for all lines of a file. */
export interface MassRules {
  readonly chainOf: (network: Network) => ChainKind;
  readonly termsOf: (gateId: CryptoGateId) => PayoutTerms;
  readonly limitsOf: (gateId: CryptoGateId) => PayoutLimits;
  readonly tokenContract?: string | undefined;
}

/** Checks one line and tells everything that is wrong with it at once, each by its field. */
export function checkMassLine(cells: readonly string[], rules: MassRules): CheckedLine {
  if (cells.length !== MASS_COLUMNS.length) {
    const reason = `The line has ${cells.length} cells; there must be ${MASS_COLUMNS.length}: ${MASS_COLUMNS.join(', ')}.`;
    return { ok: false, problems: [{ field: 'line', reason }], gateId: null, amountMinor: null };
  }
  const [gateCell = '', address = '', reference = '', amountCell = ''] = cells.map((cell) => cell.trim());
  const problems: MassProblem[] = [];
  const gate = gateOfTitle(gateCell);
  if (gate === null) {
    problems.push({ field: 'gate', reason: gateCell === '' ? 'The asset is missing.' : 'This asset is not known.' });
    return { ok: false, problems, gateId: null, amountMinor: null };
  }
  const target = attempt(problems, 'address', () => targetOf(gate, { address, reference }, rules));
  const amountMinor = attempt(problems, 'amount', () => amountOf(amountCell, gate));
  const quote =
    amountMinor === null
      ? null
      : attempt(problems, 'amount', () => {
          checkPayoutAmount(amountMinor, rules.limitsOf(gate.id));
          return quotePayout(amountMinor, rules.termsOf(gate.id));
        });
  const text = attempt(problems, 'reference', () => referenceOf(gate, reference));
  if (problems.length > 0 || target === null || amountMinor === null || quote === null || text === null) {
    return { ok: false, problems, gateId: gate.id, amountMinor };
  }
  return { ok: true, line: { ...quote, ...target, gateId: gate.id, amountMinor, reference: text.value } };
}

/** True for the line of names that a file may begin with. */
export function isHeading(cells: readonly string[]): boolean {
  const [first = '', second = ''] = cells.map((cell) => cell.trim().toLowerCase());
  return (first === 'gate' || first === 'gate title' || first === 'currency') && second === 'address';
}

/** Reads `USDT_TRC20`, `usdt trc20`, `USDT (TRC-20)`, `Bitcoin`; null for anything else. */
export function gateOfTitle(text: string): CryptoGate | null {
  const id = titles.get(plain(text));
  return id === undefined ? null : gates[id];
}

const MAX_REFERENCE = 255;
/** Control characters have no place in a reference, and the database stores no NUL. */
const CONTROL = /\p{Cc}/u;

const titles: ReadonlyMap<string, CryptoGateId> = new Map(
  CRYPTO_GATES.flatMap((id) => {
    const { ticker, title, networkTitle, asset } = gates[id];
    const names = [id, `${ticker} ${networkTitle}`, `${title} ${networkTitle}`];
    const alone = asset === 'USDT' ? [`USDT ${id.slice('USDT_'.length)}`] : [ticker, title];
    return [...names, ...alone].map((name) => [plain(name), id] as const);
  }),
);

function plain(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

function targetOf(
  gate: CryptoGate,
  { address, reference }: { address: string; reference: string },
  rules: MassRules,
): PayoutTarget {
  if (address === '') throw refusal('address', 'The address is missing.');
  const destinationTag = gate.network === 'XRP' && reference !== '' ? reference : null;
  const { chainOf, tokenContract } = rules;
  return payoutTarget(gate, { address, destinationTag }, { chain: chainOf(gate.network), tokenContract });
}

function amountOf(text: string, gate: CryptoGate): bigint {
  if (text === '') throw refusal('amount', 'The amount is missing.');
  const minor = parseAmount(text, gate.decimals);
  if (minor === 0n) throw refusal('amount', 'Amount must be greater than 0');
  return minor;
}

function referenceOf(gate: CryptoGate, text: string): { readonly value: string | null } {
  if (gate.network === 'XRP' || text === '') return { value: null };
  if (text.length > MAX_REFERENCE)
    throw refusal('reference', `The reference has more than ${MAX_REFERENCE} characters.`);
  if (CONTROL.test(text)) throw refusal('reference', 'The reference contains control characters.');
  return { value: text };
}

function refusal(field: MassColumn, reason: string): DomainError {
  return new DomainError('validation_failed', { fields: { [field]: [reason] } });
}

/** Runs a check; what it refuses becomes problems of the cell that holds it. */
function attempt<T>(problems: MassProblem[], field: MassColumn, check: () => T): T | null {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    for (const [path, reasons] of Object.entries(error.fields ?? { [field]: [error.message] })) {
      for (const reason of reasons) problems.push({ field: columnOf(path, field), reason });
    }
    return null;
  }
}

function columnOf(path: string, otherwise: MassColumn): MassColumn {
  if (path === 'destination_tag') return 'reference';
  return MASS_COLUMNS.find((column) => column === path) ?? otherwise;
}
