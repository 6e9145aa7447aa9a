import type { PaymentMethod } from '../../contract/payment-methods.ts';
import { METHOD_PERIODS } from '../../domain/payout-methods/fields.ts';
import { t } from '../i18n/translate.ts';

/** `Every week`, or that it is used by hand. */
export function periodWords({ automatic, period }: Pick<PaymentMethod, 'automatic' | 'period'>): string {
  return automatic && period !== null ? t(`method.period.${period}`) : t('method.manual');
}

export function periodChoices() {
  return METHOD_PERIODS.map((value) => ({ value, label: t(`method.period.${value}`) }));
}
