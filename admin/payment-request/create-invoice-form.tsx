import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { CRYPTO_GATES } from '../../domain/assets.ts';
import type { InvoiceView } from '../../domain/view/invoice.ts';
import { AssetLabel } from '../components/asset-label.tsx';
import { ChoiceField } from '../components/choice-field.tsx';
import { Field } from '../components/field.tsx';
import { useAction } from '../components/use-action.ts';
import { ApiError } from '../data/api-error.ts';
import type { TidegateProvider } from '../data/data-provider.ts';
import { useRequestKey } from '../data/use-request-key.ts';
import { t } from '../i18n/translate.ts';
import { CURRENCIES, checkDraft, type DraftErrors, EMPTY_DRAFT, type InvoiceDraft, toBody } from './create-form.ts';

const Form = styled('form')({ display: 'grid', gap: 16 });
const Pair = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 112px',
  gap: 12,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1fr) 160px' },
}));

/** The small form: an amount is all it needs. */
export function CreateInvoiceForm({ onCreated }: { onCreated: (invoice: InvoiceView) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<InvoiceDraft>(EMPTY_DRAFT);
  const [errors, setErrors] = useState<DraftErrors>({});
  const { busy, run } = useCreate(onCreated, setErrors);
  const set = <Name extends keyof InvoiceDraft>(name: Name, value: InvoiceDraft[Name]) => {
    setDraft((current) => ({ ...current, [name]: value }));
    setErrors(({ [name]: _, ...others }) => others as DraftErrors);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const tidy = tidied(draft);
    const wrong = checkDraft(tidy);
    setErrors(wrong);
    const first = Object.keys(wrong)[0];
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    else await run(tidy);
  };
  const text = (name: 'amount' | 'reference' | 'description' | 'customer_email') => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  const optional = (label: string) => t('create.optional', { label });
  return (
    <Form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <Pair>
        <Field {...text('amount')} label={t('create.amount')} decimal autoFocus help={t('create.amountHelp')} />
        <ChoiceField
          label={t('create.currency')}
          value={draft.currency}
          choices={CURRENCIES.map((value) => ({ value, label: value }))}
          onChange={(currency) => set('currency', currency)}
          error={errors.currency}
        />
      </Pair>
      <ChoiceField
        label={t('create.gate')}
        value={draft.gate_id}
        choices={[
          { value: '', label: t('create.gate.any') },
          ...CRYPTO_GATES.map((gateId) => ({ value: gateId, label: <AssetLabel gateId={gateId} /> })),
        ]}
        onChange={(gateId) => set('gate_id', gateId)}
        help={t('create.gateHelp')}
        error={errors.gate_id}
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
        <Button type="submit" variant="contained" disabled={busy}>
          {t(busy ? 'create.busy' : 'create.submit')}
        </Button>
      </div>
    </Form>
  );
}

function useCreate(onCreated: (invoice: InvoiceView) => void, onErrors: (errors: DraftErrors) => void) {
  const provider = useDataProvider<TidegateProvider>();
  const keyOf = useRequestKey();
  const create = useCallback(
    async (draft: InvoiceDraft) => {
      const body = toBody(draft);
      try {
        onCreated(await provider.createInvoice(body, keyOf(body)));
      } catch (error) {
        if (error instanceof ApiError) onErrors(error.body.errors);
        throw error;
      }
    },
    [provider, keyOf, onCreated, onErrors],
  );
  return useAction(create);
}

function tidied(draft: InvoiceDraft): InvoiceDraft {
  const { amount, reference, description, customer_email } = draft;
  return {
    ...draft,
    amount: amount.trim(),
    reference: reference.trim(),
    description: description.trim(),
    customer_email: customer_email.trim(),
  };
}
