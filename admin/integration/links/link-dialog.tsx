import { useNotify } from 'react-admin';
import type { CreatePaymentLinkBody, IntegrationProfile, PaymentLink } from '../../../api/contract/integration.ts';
import { useProvider } from '../../data/data-provider.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import { ChoiceInput } from '../../forms/choice-input.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { isPositive } from '../../invoices/decimal.ts';
import { Pair } from '../parts.tsx';

interface LinkValues {
  readonly title: string;
  readonly amount: string;
  readonly currency: string;
  readonly description: string;
  readonly success_url: string;
}

export interface NewLinkDialogProps {
  /** Names the usual currency and the others. */
  profile: IntegrationProfile;
  onClose: () => void;
  onCreated: (link: PaymentLink) => void;
}

/** What is paid for and how much: all that a link needs. */
export function NewLinkDialog({ profile, onClose, onCreated }: NewLinkDialogProps) {
  const provider = useProvider();
  const notify = useNotify();
  const optional = (label: string) => t('links.optional', { label });
  return (
    <FormDialog<LinkValues>
      title={t('links.new')}
      submit={t('links.create')}
      defaultValues={{ title: '', amount: '', currency: profile.invoice_currency, description: '', success_url: '' }}
      rules={linkRules}
      send={async (values) => {
        onCreated(await provider.createPaymentLink(toBody(values)));
        notify(t('links.created'), { type: 'success' });
      }}
      onClose={onClose}
    >
      <TextInput source="title" label={t('links.name')} autoComplete="off" autoFocus />
      <Pair>
        <TextInput source="amount" label={t('links.amount')} decimal />
        <ChoiceInput
          source="currency"
          label={t('links.currency')}
          choices={profile.currencies.map((value) => ({ value, label: value }))}
        />
      </Pair>
      <TextInput source="description" label={optional(t('links.description'))} multiline minRows={2} />
      <TextInput source="success_url" label={optional(t('links.success'))} help={t('links.successHelp')} type="url" />
    </FormDialog>
  );
}

const linkRules = bodyRules<LinkValues>(
  async () => (await import('../../../api/contract/integration.ts')).CreatePaymentLinkBody,
  {
    toBody,
    check: ({ title, amount, success_url }) => ({
      title: title === '' ? t('form.required') : undefined,
      amount: amountProblem(amount),
      success_url: success_url !== '' && !/^https?:\/\/\S+$/i.test(success_url) ? t('profile.urlWrong') : undefined,
    }),
  },
);

function toBody({ title, amount, currency, description, success_url }: LinkValues): CreatePaymentLinkBody {
  return { title, amount, currency, ...(description ? { description } : {}), ...(success_url ? { success_url } : {}) };
}

function amountProblem(amount: string): string | undefined {
  if (amount === '') return t('form.required');
  if (!/^(0|[1-9]\d*)(\.\d+)?$/.test(amount)) return t('links.amountWrong');
  return isPositive(amount) ? undefined : t('links.amountZero');
}
