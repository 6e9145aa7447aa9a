import type { CreateMethodBody, PaymentMethod, UpdateMethodBody } from '../../contract/payment-methods.ts';
import { type ChainKind, type GateId, isCryptoGateId } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { MethodPeriod } from '../../domain/payout-methods/fields.ts';
import { readBankAccount } from '../../domain/payouts/bank-account.ts';
import { acceptance, missing } from '../components/form-problems.ts';
import { t } from '../i18n/translate.ts';
import { targetProblems } from '../payouts/target-check.ts';

/** A withdrawal method as its form has it; what is not known yet is empty. */
export interface MethodValues {
  readonly title: string;
  readonly label: string;
  readonly gate_id: GateId;
  readonly account_name: string;
  readonly iban: string;
  readonly bic: string;
  readonly bank_name: string;
  readonly street: string;
  readonly post_code: string;
  readonly town: string;
  readonly country: string;
  readonly address: string;
  readonly destination_tag: string;
  readonly automatic: boolean;
  readonly period: MethodPeriod | '';
  readonly ownership_confirmed: boolean;
  readonly correctness_confirmed: boolean;
}

export function methodValues(method?: PaymentMethod): MethodValues {
  return {
    title: method?.title ?? '',
    label: method?.label ?? '',
    gate_id: method?.gate_id ?? 'EUR',
    account_name: method?.account_name ?? '',
    iban: method?.iban ?? '',
    bic: method?.bic ?? '',
    bank_name: method?.bank_name ?? '',
    street: method?.street ?? '',
    post_code: method?.post_code ?? '',
    town: method?.town ?? '',
    country: method?.country ?? '',
    address: method?.address ?? '',
    destination_tag: method?.destination_tag ?? '',
    automatic: method?.automatic ?? false,
    period: method?.period ?? '',
    ownership_confirmed: method?.ownership_confirmed ?? false,
    correctness_confirmed: method?.correctness_confirmed ?? false,
  };
}

/** The fields of the destination. A confirmation covers one destination: another one must be confirmed again. */
export const DESTINATION = [
  'account_name',
  'iban',
  'bic',
  'bank_name',
  'street',
  'post_code',
  'town',
  'country',
  'address',
  'destination_tag',
] as const;

/** Checks that need no server, with its messages (spec §5). */
export function methodProblems(values: MethodValues, chains: readonly ChainKind[]) {
  const { title, gate_id, automatic, period, ownership_confirmed, correctness_confirmed } = values;
  return {
    ...missing({ title }),
    ...(isCryptoGateId(gate_id) ? targetProblems(gate_id, values, chains) : accountProblems(values)),
    ...(automatic && period === '' ? { period: t('method.periodRequired') } : {}),
    ...acceptance({ ownership_confirmed, correctness_confirmed }),
  };
}

/** The country of an account that is typed correctly; empty before. */
export function countryOf(iban: string): string {
  try {
    return readBankAccount({ iban, bic: SOME_BIC }).country;
  } catch (error) {
    if (error instanceof DomainError) return '';
    throw error;
  }
}

export function toCreateBody(values: MethodValues): CreateMethodBody {
  return { operation: 'withdrawal', gate_id: values.gate_id, ...fieldsOf(values) };
}

/** Replaces the whole method, as the API asks. */
export function toUpdateBody(values: MethodValues, version: number): UpdateMethodBody {
  return { version, ...fieldsOf(values) };
}

// IBAN and BIC are read together; one that is certainly right leaves the other to be judged.
const SOME_BIC = 'DEUTDEFF';
const SOME_IBAN = 'DE89370400440532013000';

function accountProblems({ account_name, iban, bic, town, country }: MethodValues) {
  const empty = missing({ account_name, iban, bic, town, country });
  return {
    ...empty,
    ...(iban === '' ? {} : problemOf('iban', { iban, bic: SOME_BIC })),
    ...(bic === '' ? {} : problemOf('bic', { iban: SOME_IBAN, bic })),
  };
}

function problemOf(field: 'iban' | 'bic', account: { readonly iban: string; readonly bic: string }) {
  try {
    readBankAccount(account);
    return {};
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { [field]: error.fields?.[field]?.[0] ?? error.message };
  }
}

function fieldsOf(values: MethodValues) {
  const { title, label, gate_id, automatic, period, ownership_confirmed, correctness_confirmed } = values;
  const { account_name, iban, bic, bank_name, street, post_code, town, country, address, destination_tag } = values;
  const destination: Record<string, string> = isCryptoGateId(gate_id)
    ? { address, destination_tag }
    : { account_name, iban, bic, bank_name, street, post_code, town, country };
  return {
    title,
    ...withoutEmpty({ label, ...destination }),
    automatic,
    ...(automatic && period !== '' ? { period } : {}),
    ownership_confirmed,
    correctness_confirmed,
  };
}

function withoutEmpty(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}
