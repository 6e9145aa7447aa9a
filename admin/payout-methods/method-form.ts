import type { CreateMethodBody, PaymentMethod, UpdateMethodBody } from '../../api/contract/payment-methods.ts';
import { type ChainKind, type CryptoGateId, isCryptoGateId } from '../../domain/assets.ts';
import { METHOD_PERIODS, type MethodPeriod } from '../../domain/payout-methods/fields.ts';
import { acceptance, missing } from '../components/form-problems.ts';
import type { FormErrors } from '../components/use-form.ts';
import { t } from '../i18n/translate.ts';
import { targetProblems } from '../payouts/target-check.ts';

export type MethodValues = Readonly<Record<string, string | boolean>> & {
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
};

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

/** What was confirmed holds for one address: another one has to be confirmed anew. */
export function confirmedFor(values: MethodValues, method: PaymentMethod | undefined): MethodValues {
  const isSame = method?.address === values.address && (method.destination_tag ?? '') === values.destination_tag;
  return isSame ? values : { ...values, ownership_confirmed: false, correctness_confirmed: false };
}

export function checkMethod(values: MethodValues, chains: readonly ChainKind[]): FormErrors<MethodValues> {
  const { title, gate_id, automatic, period, ownership_confirmed, correctness_confirmed } = values;
  return {
    ...missing({ gate_id, title }),
    ...(gate_id === '' ? {} : targetProblems(gate_id, values, chains)),
    ...(automatic && period === '' ? { period: t('method.periodRequired') } : {}),
    ...acceptance({ ownership_confirmed, correctness_confirmed }),
  };
}

export function toCreateBody(values: MethodValues, gateId: CryptoGateId): CreateMethodBody {
  return { operation: 'payout', gate_id: gateId, ...fieldsOf(values) };
}

export function toUpdateBody(values: MethodValues, version: number): UpdateMethodBody {
  return { version, ...fieldsOf(values) };
}

/** `Every week`, or that it is used by hand. */
export function periodWords({ automatic, period }: Pick<PaymentMethod, 'automatic' | 'period'>): string {
  return automatic && period !== null ? t(`method.period.${period}`) : t('method.manual');
}

export function periodChoices() {
  return METHOD_PERIODS.map((value) => ({ value, label: t(`method.period.${value}`) }));
}

function fieldsOf(values: MethodValues) {
  const { title, label, address, destination_tag, is_default, automatic, period } = values;
  return {
    title,
    ...(label ? { label } : {}),
    address,
    ...(destination_tag ? { destination_tag } : {}),
    is_default,
    automatic,
    ...(automatic && period !== '' ? { period } : {}),
    ownership_confirmed: values.ownership_confirmed,
    correctness_confirmed: values.correctness_confirmed,
  };
}
