import { useNotify } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { IntegrationProfile } from '../../../contract/integration.ts';
import type { CreatePaymentLinkBody, PaymentLink } from '../../../contract/payment-links.ts';
import { CRYPTO_GATES, type CryptoGateId } from '../../../domain/assets/assets.ts';
import { AssetLabel } from '../../components/asset-label.tsx';
import { useProvider } from '../../data/use-provider.ts';
import { amountProblem } from '../../forms/amount-rule.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import { CheckGroupInput } from '../../forms/check-group-input.tsx';
import { ChoiceInput } from '../../forms/choice-input.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { Pair } from '../parts.tsx';

interface LinkValues {
  readonly title: string;
  readonly amount: string;
  readonly currency: string;
  readonly description: string;
  readonly success_url: string;
  /** Which assets: those that the profile has when somebody pays, or these. */
  readonly assets: 'profile' | 'chosen';
  readonly gates: readonly CryptoGateId[];
}

export interface LinkDialogProps {
  /** Names the usual currency, the others, and the usual assets. */
  profile: IntegrationProfile;
  /** The link to change; null for a new one. */
  link: PaymentLink | null;
  onClose: () => void;
  onSaved: (link: PaymentLink) => void;
}

const GATES = CRYPTO_GATES.map((value) => ({ value, label: <AssetLabel gateId={value} /> }));
const ASSETS = ['profile', 'chosen'] as const;

/** Title, amount and assets of a payment link: of a new one, or changes of an existing one. */
export function LinkDialog({ profile, link, onClose, onSaved }: LinkDialogProps) {
  const provider = useProvider();
  const notify = useNotify();
  const optional = (label: string) => t('links.optional', { label });
  return (
    <FormDialog<LinkValues>
      title={t(link === null ? 'links.new' : 'links.edit')}
      submit={t(link === null ? 'links.create' : 'links.save')}
      defaultValues={valuesOf(link, profile)}
      rules={linkRules}
      send={async (values) => {
        if (link === null) onSaved(await provider.createPaymentLink(toBody(values)));
        else onSaved(await provider.updatePaymentLink(link.id, { ...NONE, ...toBody(values) }));
        notify(t(link === null ? 'links.created' : 'links.saved'), { type: 'success' });
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
      <AssetInputs />
      <TextInput source="success_url" label={optional(t('links.success'))} help={t('links.successHelp')} type="url" />
    </FormDialog>
  );
}

function AssetInputs() {
  const assets = useWatch<LinkValues, 'assets'>({ name: 'assets' });
  return (
    <>
      <ChoiceInput
        source="assets"
        label={t('links.assets')}
        choices={ASSETS.map((value) => ({ value, label: t(`links.assets.${value}`) }))}
      />
      {assets === 'chosen' && <CheckGroupInput source="gates" legend={t('links.gates')} choices={GATES} />}
    </>
  );
}

function valuesOf(link: PaymentLink | null, profile: IntegrationProfile): LinkValues {
  return {
    title: link?.title ?? '',
    amount: link?.amount ?? '',
    currency: link?.currency ?? profile.invoice_currency,
    description: link?.description ?? '',
    success_url: link?.success_url ?? '',
    assets: link?.gates ? 'chosen' : 'profile',
    gates: link?.gates ?? profile.gates,
  };
}

/** The values that remove an optional field from an existing link. */
const NONE = { description: null, success_url: null, gates: null };

const linkRules = bodyRules<LinkValues>(
  async () => (await import('../../../contract/payment-links.ts')).CreatePaymentLinkBody,
  {
    toBody,
    check: ({ title, amount, success_url, assets, gates }) => ({
      gates: assets === 'chosen' && gates.length === 0 ? t('profile.gatesWrong') : undefined,
      title: title === '' ? t('form.required') : undefined,
      amount: amountProblem(amount),
      success_url: success_url !== '' && !/^https?:\/\/\S+$/i.test(success_url) ? t('profile.urlWrong') : undefined,
    }),
  },
);

function toBody({ description, success_url, assets, gates, ...link }: LinkValues): CreatePaymentLinkBody {
  return {
    ...link,
    ...(description ? { description } : {}),
    ...(success_url ? { success_url } : {}),
    ...(assets === 'chosen' ? { gates: CRYPTO_GATES.filter((id) => gates.includes(id)) } : {}),
  };
}
