import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { IntegrationProfile } from '../../api/contract/integration.ts';
import type { Invoice } from '../../api/contract/invoice.ts';
import { AssetLabel } from '../components/asset-label.tsx';
import { ChoiceField } from '../components/choice-field.tsx';
import { Field } from '../components/field.tsx';
import { useForm } from '../components/use-form.ts';
import { useProvider } from '../data/data-provider.ts';
import { useRequestKey } from '../data/use-request-key.ts';
import { t } from '../i18n/translate.ts';
import { checkDraft, emptyDraft, toBody } from './create-form.ts';

const Form = styled('form')({ display: 'grid', gap: 16 });
const Pair = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 112px',
  gap: 12,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1fr) 160px' },
}));

interface CreateInvoiceFormProps {
  /** Names the usual currency, and what may be received. */
  profile: IntegrationProfile;
  onCreated: (invoice: Invoice) => void;
}

/** The small form: an amount is all it needs. */
export function CreateInvoiceForm({ profile, onCreated }: CreateInvoiceFormProps) {
  const provider = useProvider();
  const keyOf = useRequestKey();
  const form = useForm({
    initial: emptyDraft(profile),
    check: checkDraft,
    async send(draft) {
      const body = toBody(draft);
      onCreated(await provider.createInvoice(body, keyOf(body)));
    },
  });
  const { values, set, errorOf, text } = form;
  const optional = (label: string) => t('create.optional', { label });
  return (
    <Form ref={form.ref} noValidate onSubmit={form.submit}>
      <Pair>
        <Field {...text('amount')} label={t('create.amount')} decimal autoFocus help={t('create.amountHelp')} />
        <ChoiceField
          label={t('create.currency')}
          name="currency"
          value={values.currency}
          choices={profile.currencies.map((value) => ({ value, label: value }))}
          onChange={(currency) => set('currency', currency)}
          error={errorOf('currency')}
        />
      </Pair>
      <ChoiceField
        label={t('create.gate')}
        name="gate_id"
        value={values.gate_id}
        choices={[
          { value: '', label: t('create.gate.any') },
          ...profile.gates.map((gateId) => ({ value: gateId, label: <AssetLabel gateId={gateId} /> })),
        ]}
        onChange={(gateId) => set('gate_id', gateId)}
        help={t('create.gateHelp')}
        error={errorOf('gate_id')}
      />
      <Field
        {...text('reference')}
        label={optional(t('create.reference'))}
        autoComplete="off"
        help={t('create.referenceHelp')}
      />
      <Field
        {...text('description')}
        label={optional(t('create.description'))}
        multiline
        minRows={2}
        help={t('create.descriptionHelp')}
      />
      <Field {...text('customer_email')} label={optional(t('create.email'))} type="email" autoComplete="off" />
      <div>
        <Button type="submit" variant="contained" disabled={form.busy}>
          {t(form.busy ? 'create.busy' : 'create.submit')}
        </Button>
      </div>
    </Form>
  );
}
