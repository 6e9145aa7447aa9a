import InputAdornment from '@mui/material/InputAdornment';
import { styled } from '@mui/material/styles';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import type { IntegrationProfile } from '../../contract/integration.ts';
import type { ShopInvoice } from '../../contract/spa-invoices.ts';
import { AssetLabel, gateName } from '../components/asset-label.tsx';
import { useProvider } from '../data/use-provider.ts';
import { useRequestKey } from '../data/use-request-key.ts';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { Form } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { ConversionInputs, conversionChoices } from '../integration/conversion-inputs.tsx';
import { emptyDraft, type InvoiceDraft, invoiceRules, toBody } from './create-form.ts';

const Fields = styled('div')({ display: 'grid', gap: 16 });
const Pair = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 112px',
  gap: 12,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1fr) 160px' },
}));

const PERCENT = <InputAdornment position="end">%</InputAdornment>;
const Halves = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))', gap: 12 });

interface CreateInvoiceFormProps {
  /** Names the usual currency, and what may be received. */
  profile: IntegrationProfile;
  onCreated: (invoice: ShopInvoice) => void;
}

/** The small form: an amount is all it needs. */
export function CreateInvoiceForm({ profile, onCreated }: CreateInvoiceFormProps) {
  const provider = useProvider();
  const keyOf = useRequestKey();
  const empty = useMemo(() => emptyDraft(profile), [profile]);
  const send = async (draft: InvoiceDraft) => {
    const body = toBody(draft);
    onCreated(await provider.createInvoice(body, keyOf(body)));
  };
  const rules = useMemo(() => invoiceRules(profile.gates), [profile]);
  const optional = (label: string) => t('create.optional', { label });
  return (
    <Form<InvoiceDraft> defaultValues={empty} rules={rules} send={send}>
      <Fields>
        <Pair>
          <TextInput source="amount" label={t('create.amount')} decimal autoFocus help={t('create.amountHelp')} />
          <ChoiceInput
            source="currency"
            label={t('create.currency')}
            choices={profile.currencies.map((value) => ({ value, label: value }))}
          />
        </Pair>
        <ChoiceInput
          source="gate_id"
          label={t('create.gate')}
          choices={[
            { value: '', label: t('create.gate.any') },
            ...profile.gates.map((gateId) => ({ value: gateId, label: <AssetLabel gateId={gateId} /> })),
          ]}
          help={t('create.gateHelp')}
        />
        <Conversion profile={profile} />
        <TextInput
          source="reference"
          label={optional(t('create.reference'))}
          autoComplete="off"
          help={t('create.referenceHelp')}
        />
        <TextInput
          source="description"
          label={optional(t('create.description'))}
          multiline
          minRows={2}
          help={t('create.descriptionHelp')}
        />
        <TextInput source="customer_email" label={optional(t('create.email'))} type="email" autoComplete="off" />
        <Halves>
          {(['underpaid', 'overpaid'] as const).map((kind) => (
            <TextInput
              key={kind}
              source={`${kind}_tolerance`}
              label={optional(t(`create.tolerance.${kind}`))}
              decimal
              end={PERCENT}
              help={t('create.toleranceHelp', { percent: profile[`${kind}_tolerance`] })}
            />
          ))}
        </Halves>
        <div>
          <SubmitButton label={t('create.submit')} busy={t('create.busy')} />
        </div>
      </Fields>
    </Form>
  );
}

/** The profile's conversion unless another is chosen for this invoice. */
function Conversion({ profile }: { profile: IntegrationProfile }) {
  const gateId = useWatch<InvoiceDraft, 'gate_id'>({ name: 'gate_id' });
  const usual = { value: 'profile' as const, label: t('create.conversion'), help: usualConversion(profile) };
  return (
    <ConversionInputs
      types={[usual, ...conversionChoices()]}
      profile={profile}
      gates={gateId ? [gateId] : profile.gates}
    />
  );
}

function usualConversion({ autoconversion: { type, gate_id, percent } }: IntegrationProfile): string {
  if (type === 'none' || gate_id === undefined) return t('create.conversion.none');
  const share = type === 'full' ? 100 : (percent ?? 0);
  return t('create.conversion.share', { percent: share, asset: gateName(gate_id) });
}
