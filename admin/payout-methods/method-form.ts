import type { PaymentMethod, UpdateMethodBody } from '../../contract/payment-methods.ts';
import { type ChainKind, type CryptoGateId, isCryptoGateId } from '../../domain/assets/assets.ts';
import type { MethodPeriod } from '../../domain/payout-methods/fields.ts';
import { acceptance, missing } from '../components/form-problems.ts';
import { bodyRules } from '../forms/body-rules.ts';
import type { Rules } from '../forms/rules.ts';
import { t } from '../i18n/translate.ts';
import { targetProblems } from '../payouts/target-check.ts';

export interface MethodValues {
  readonly title: string;
  readonly label: string;
  readonly gate_id: CryptoGateId | '';
  readonly address: string;
  readonly destination_tag: string;
  readonly is_default: boolean;
  readonly automatic: boolean;
  readonly period: MethodPeriod | '';
  readonly ownership_confirmed: boolean;
  readonly correctness_confirmed: boolean;
}

/** A method as its form has it; what is not known yet is empty. */
export function methodValues(method?: Partial<PaymentMethod>): MethodValues {
  const gateId = method?.gate_id ?? '';
  return {
    title: method?.title ?? '',
    label: method?.label ?? '',
    gate_id: gateId !== '' && isCryptoGateId(gateId) ? gateId : '',
    address: method?.address ?? '',
    destination_tag: method?.destination_tag ?? '',
    is_default: method?.is_default ?? false,
    automatic: method?.automatic ?? false,
    period: method?.period ?? '',
    ownership_confirmed: method?.ownership_confirmed ?? false,
    correctness_confirmed: method?.correctness_confirmed ?? false,
  };
}

/** Where the money goes: what was confirmed is true of one destination. */
export const DESTINATION = ['gate_id', 'address', 'destination_tag'] as const;

/** The form's checks before it is sent: the contract's schema, with messages in the spec's words (spec §5, §8). */
export function methodRules(chains: readonly ChainKind[]): Rules<MethodValues> {
  return bodyRules<MethodValues>(async () => (await import('../../contract/payment-methods.ts')).CreateMethodBody, {
    toBody: toCreateBody,
    check(values) {
      const { title, gate_id, automatic, period, ownership_confirmed, correctness_confirmed } = values;
      return {
        ...missing({ gate_id, title }),
        ...(gate_id === '' ? {} : targetProblems(gate_id, values, chains)),
        ...(automatic && period === '' ? { period: t('method.periodRequired') } : {}),
        ...acceptance({ ownership_confirmed, correctness_confirmed }),
      };
    },
  });
}

export function toCreateBody<GateId extends MethodValues['gate_id']>(
  values: MethodValues & { readonly gate_id: GateId },
) {
  return { operation: 'payout' as const, gate_id: values.gate_id, ...fieldsOf(values) };
}

export function toUpdateBody(values: MethodValues, version: number): UpdateMethodBody {
  return { version, ...fieldsOf(values) };
}

function fieldsOf(values: MethodValues) {
  const { title, label, address, destination_tag, is_default, automatic, period } = values;
  return {
    title,
    label: label || undefined,
    address,
    destination_tag: destination_tag || undefined,
    is_default,
    automatic,
    ...(automatic && period !== '' ? { period } : {}),
    ownership_confirmed: values.ownership_confirmed,
    correctness_confirmed: values.correctness_confirmed,
  };
}
