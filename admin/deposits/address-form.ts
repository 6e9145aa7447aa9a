import type { CreateAddressBody, DepositForm } from '../../contract/deposits.ts';
import type { GateId } from '../../domain/assets/assets.ts';
import { bodyRules } from '../forms/body-rules.ts';
import { t } from '../i18n/translate.ts';
import {
  type ConversionValues,
  conversionBody,
  conversionProblems,
  conversionValues,
} from '../integration/conversion-form.ts';

/** Values of the form for an address. */
export interface AddressDraft {
  readonly gate_id: GateId;
  readonly reference: string;
  readonly description: string;
  /** `profile`: what the profile says when a deposit begins. */
  readonly autoconversion: ConversionValues<'profile' | ConversionValues['type']>;
}

export function openGates({ gates }: Pick<DepositForm, 'gates'>): DepositForm['gates'] {
  return gates.filter(({ is_open }) => is_open);
}

export function emptyAddress(form: Pick<DepositForm, 'gates' | 'autoconversion'>): AddressDraft {
  const [first] = openGates(form);
  const autoconversion = { ...conversionValues(form.autoconversion), type: 'profile' } as const;
  return { gate_id: first?.gate_id ?? 'BTC', reference: '', description: '', autoconversion };
}

/** The contract's schema says the rest. */
export const addressRules = bodyRules<AddressDraft>(
  async () => (await import('../../contract/deposits.ts')).CreateAddressBody,
  {
    toBody,
    check: ({ gate_id, reference, autoconversion }) => ({
      ...conversionProblems(autoconversion, [gate_id]),
      reference: referenceProblem(reference),
    }),
  },
);

/** The request of a draft: empty fields are left out. */
export function toBody({ gate_id, reference, description, autoconversion }: AddressDraft): CreateAddressBody {
  const { type, ...conversion } = autoconversion;
  return {
    gate_id,
    reference,
    description: description || undefined,
    ...(type === 'profile' ? {} : { autoconversion: conversionBody({ type, ...conversion }) }),
  };
}

function referenceProblem(reference: string): string | undefined {
  if (reference === '') return t('form.required');
  return /^[A-Za-z0-9._:@/-]*$/.test(reference) ? undefined : t('newDeposit.referenceWrong');
}
