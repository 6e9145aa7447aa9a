import { type CryptoGate, type GateId, gate } from '../assets/assets.ts';
import { DomainError, type FieldErrors, fieldError, isDomainError } from '../errors.ts';
import { type BankAccount, readBankAccount } from '../payouts/bank-account.ts';
import type { PayoutTarget } from '../payouts/target.ts';

/** How often an automatic method pays out the whole available balance. */
export const METHOD_PERIODS = ['day', 'week', 'month'] as const;
export type MethodPeriod = (typeof METHOD_PERIODS)[number];

export type MethodOperation = 'payout' | 'withdrawal';

/** A person's input for the destination. Operation and asset decide which fields are required. */
export interface MethodFields {
  readonly operation: MethodOperation;
  readonly gateId: GateId;
  readonly address?: string | undefined;
  readonly destinationTag?: string | undefined;
  readonly iban?: string | undefined;
  readonly bic?: string | undefined;
  readonly accountName?: string | undefined;
  readonly bankName?: string | undefined;
  readonly country?: string | undefined;
  readonly town?: string | undefined;
  readonly street?: string | undefined;
  readonly postCode?: string | undefined;
  readonly automatic?: boolean | undefined;
  readonly period?: MethodPeriod | undefined;
}

/** The checked destination of a method. */
export type MethodTarget =
  | ({ readonly type: 'crypto' } & PayoutTarget)
  | ({ readonly type: 'fiat' } & AccountHolder & BankAccount);

/**
 * The holder of the bank account, and the address: SEPA payments need at least the town and country since November
 * 2026.
 */
interface AccountHolder {
  readonly accountName: string;
  readonly bankName: string | null;
  /** ISO 3166; not always that of the IBAN. */
  readonly country: string;
  /** Null in methods from before it was required; they pay once it is entered. */
  readonly town: string | null;
  readonly street: string | null;
  readonly postCode: string | null;
}

export interface CheckedMethod {
  readonly target: MethodTarget;
  /** Null for methods that pay only by hand. */
  readonly period: MethodPeriod | null;
}

/**
 * Reads the fields of a payment method (spec §3, §5): coins need an address on their network, euro a bank account in
 * SEPA; a payout is always in coins; an automatic method has a period.
 * @param readAddress checks an address with the parameters of the chain in use
 * @throws DomainError `validation_failed` with the problems of all fields
 */
export function readMethod(
  fields: MethodFields,
  readAddress: (of: CryptoGate, address: string, tag: string | null) => PayoutTarget,
): CheckedMethod {
  const problems: FieldErrors = {};
  const period = attempt(problems, () => periodOf(fields)) ?? null;
  const target = attempt(problems, () =>
    fields.gateId === 'EUR' ? bankTarget(fields, problems) : coinTarget(fields, problems, readAddress),
  );
  if (target === undefined || Object.keys(problems).length > 0) {
    throw new DomainError('validation_failed', { fields: problems });
  }
  return { target, period };
}

/** True if both are the same destination: a confirmation of one then counts for the other. */
export function sameTarget(one: MethodTarget, other: MethodTarget): boolean {
  if (one.type === 'crypto') {
    return (
      other.type === 'crypto' && one.addressKey === other.addressKey && one.destinationTag === other.destinationTag
    );
  }
  return (
    other.type === 'fiat' &&
    one.iban === other.iban &&
    one.bic === other.bic &&
    one.accountName === other.accountName &&
    one.bankName === other.bankName &&
    one.country === other.country &&
    one.town === other.town &&
    one.street === other.street &&
    one.postCode === other.postCode
  );
}

const BANK_FIELDS = ['iban', 'bic', 'accountName', 'bankName', 'country', 'town', 'street', 'postCode'] as const;
const NAMES = {
  accountName: 'account_name',
  bankName: 'bank_name',
  postCode: 'post_code',
  destinationTag: 'destination_tag',
} as const;

function periodOf({ automatic = false, period }: MethodFields): MethodPeriod | null {
  if (!automatic) {
    if (period !== undefined) throw fieldError('period', 'Only an automatic method has a period.');
    return null;
  }
  if (period === undefined) throw fieldError('period', 'Period is required');
  return period;
}

function coinTarget(
  fields: MethodFields,
  problems: FieldErrors,
  readAddress: (of: CryptoGate, address: string, tag: string | null) => PayoutTarget,
): MethodTarget {
  refuseFields(problems, fields, { names: BANK_FIELDS, words: 'Coins are not sent to a bank account.' });
  const address = required(fields.address, 'address');
  return { type: 'crypto', ...readAddress(gate(fields.gateId), address, fields.destinationTag ?? null) };
}

function bankTarget(fields: MethodFields, problems: FieldErrors): MethodTarget | undefined {
  if (fields.operation === 'payout') throw fieldError('gate_id', 'Payouts are in coins; euro is withdrawn.');
  refuseFields(problems, fields, { names: ['address', 'destinationTag'], words: 'Euro is sent to a bank account.' });
  const [iban, bic, accountName, town] = (['iban', 'bic', 'accountName', 'town'] as const).map((name) =>
    attempt(problems, () => required(fields[name], name)),
  );
  if (iban === undefined || bic === undefined || accountName === undefined || town === undefined) return undefined;
  const account = readBankAccount({ iban, bic });
  // A company may bank abroad; most have their account where they are.
  const { country = account.country, bankName = null, street = null, postCode = null } = fields;
  return { type: 'fiat', ...account, country, accountName, bankName, town, street, postCode };
}

function required(text: string | undefined, name: keyof MethodFields): string {
  const trimmed = text?.trim() ?? '';
  const field = fieldName(name);
  if (trimmed === '') throw fieldError(field, `The ${field.replaceAll('_', ' ')} field is required.`);
  return trimmed;
}

function refuseFields(
  problems: FieldErrors,
  fields: MethodFields,
  { names, words }: { readonly names: readonly (keyof MethodFields)[]; readonly words: string },
): void {
  for (const name of names) {
    if (fields[name] !== undefined) problems[fieldName(name)] = [words];
  }
}

function fieldName(name: keyof MethodFields): string {
  return Object.hasOwn(NAMES, name) ? NAMES[name as keyof typeof NAMES] : name;
}

/** Runs a check and adds what it refuses to the problems of its field. */
function attempt<T>(problems: FieldErrors, check: () => T): T | undefined {
  try {
    return check();
  } catch (error) {
    if (!isDomainError(error) || error.fields === undefined) throw error;
    Object.assign(problems, error.fields);
    return undefined;
  }
}
