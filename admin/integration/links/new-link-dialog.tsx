import type { PaymentLink } from '../../../api/contract/integration.ts';
import { ChoiceField } from '../../components/choice-field.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { Field } from '../../components/field.tsx';
import { type FormErrors, useForm } from '../../components/use-form.ts';
import { toastSuccess } from '../../data/toasts.ts';
import { t } from '../../i18n/translate.ts';
import { isPositive } from '../../invoices/decimal.ts';
import { createPaymentLink, useProfile } from '../integration-calls.ts';
import { Pair } from '../parts.tsx';

interface Values extends Readonly<Record<string, string>> {
  readonly title: string;
  readonly amount: string;
  readonly currency: string;
  readonly description: string;
  readonly success_url: string;
}

export interface NewLinkDialogProps {
  onClose: () => void;
  onCreated: (link: PaymentLink) => void;
}

/** What is paid for and how much: all that a link needs. */
export function NewLinkDialog({ onClose, onCreated }: NewLinkDialogProps) {
  const { data } = useProfile();
  const usual = data?.invoice_currency ?? 'EUR';
  const form = useForm<Values>({
    initial: { title: '', amount: '', currency: '', description: '', success_url: '' },
    check,
    send: async ({ title, amount, currency, description, success_url }) => {
      const optional = { ...(description ? { description } : {}), ...(success_url ? { success_url } : {}) };
      onCreated(await createPaymentLink({ title, amount, currency: currency || usual, ...optional }));
      toastSuccess(t('links.created'));
    },
  });
  return (
    <DialogForm title={t('links.new')} form={form} submit={t('links.create')} onClose={onClose}>
      <Field {...form.text('title')} label={t('links.name')} autoComplete="off" autoFocus />
      <Pair>
        <Field {...form.text('amount')} label={t('links.amount')} decimal />
        <ChoiceField
          label={t('links.currency')}
          value={form.values.currency || usual}
          choices={(data?.currencies ?? [usual]).map((value) => ({ value, label: value }))}
          onChange={(value) => form.set('currency', value)}
          error={form.errorOf('currency')}
        />
      </Pair>
      <Field
        {...form.text('description')}
        label={t('links.optional', { label: t('links.description') })}
        multiline
        minRows={2}
      />
      <Field
        {...form.text('success_url')}
        label={t('links.optional', { label: t('links.success') })}
        help={t('links.successHelp')}
        type="url"
      />
    </DialogForm>
  );
}

function check({ title, amount, success_url }: Values): FormErrors<Values> {
  return {
    title: title === '' ? t('integration.required') : undefined,
    amount: amountProblem(amount),
    success_url: success_url !== '' && !/^https?:\/\/\S+$/i.test(success_url) ? t('profile.urlWrong') : undefined,
  };
}

function amountProblem(amount: string): string | undefined {
  if (amount === '') return t('integration.required');
  if (!/^(0|[1-9]\d*)(\.\d+)?$/.test(amount)) return t('links.amountWrong');
  return isPositive(amount) ? undefined : t('links.amountZero');
}
