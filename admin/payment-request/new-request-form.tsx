import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import { useMemo } from 'react';
import { useNotify } from 'react-admin';
import { Link as RouterLink, useNavigate } from 'react-router';
import type { IntegrationProfile } from '../../contract/integration.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { AssetLabel } from '../components/asset-label.tsx';
import { useReadAgain } from '../components/use-read-again.ts';
import { session } from '../data/session.ts';
import { useProvider } from '../data/use-provider.ts';
import { useRequestKey } from '../data/use-request-key.ts';
import { CheckGroupInput } from '../forms/check-group-input.tsx';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { Form } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { Actions, Fields, Pair } from '../integration/parts.tsx';
import { MoreSettings } from './more-settings.tsx';
import { RecipientInputs } from './recipient-inputs.tsx';
import { emptyDraft, type RequestDraft, requestRules, toBody } from './request-form.ts';
import { REQUESTS_PATH, requestPath } from './request-path.ts';

/** The form of a payment request; what most leave as it is, is folded. Sending it emails the recipient. */
export function NewRequestForm({ profile }: { profile: IntegrationProfile }) {
  const provider = useProvider();
  const navigate = useNavigate();
  const notify = useNotify();
  const readAgain = useReadAgain();
  const keyOf = useRequestKey();
  const empty = useMemo<RequestDraft>(() => emptyDraft(profile, session.get()?.language ?? 'en'), [profile]);
  const send = async (draft: RequestDraft) => {
    const body = toBody(draft);
    const { id, recipient_email } = await provider.createPaymentRequest(body, keyOf(body));
    notify(t('newRequest.done', { email: recipient_email }), { type: 'success' });
    void readAgain('payment-requests', 'invoice-recipients');
    await navigate(requestPath(id));
  };
  return (
    <Form<RequestDraft> defaultValues={empty} rules={requestRules} send={send}>
      <Fields>
        <RecipientInputs />
        <TextInput
          source="description"
          label={t('newRequest.description')}
          multiline
          minRows={2}
          help={t('newRequest.descriptionHelp')}
        />
        <Pair>
          <TextInput source="amount" label={t('create.amount')} decimal help={t('newRequest.amountHelp')} />
          <ChoiceInput
            source="currency"
            label={t('create.currency')}
            choices={profile.currencies.map((value) => ({ value, label: value }))}
          />
        </Pair>
        <CheckGroupInput
          source="gates"
          legend={t('newRequest.gates')}
          help={t('newRequest.gatesHelp')}
          choices={profile.gates.map((value) => ({ value, label: <AssetLabel gateId={value} /> }))}
        />
        <Pair>
          <TextInput source="valid_days" label={t('newRequest.valid')} decimal end={DAYS} />
          <ChoiceInput
            source="language"
            label={t('newRequest.language')}
            choices={LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
            help={t('newRequest.languageHelp')}
          />
        </Pair>
        <MoreSettings profile={profile} />
        <Actions>
          <SubmitButton label={t('newRequest.submit')} busy={t('newRequest.busy')} />
          <Button component={RouterLink} to={REQUESTS_PATH}>
            {t('action.cancel')}
          </Button>
        </Actions>
      </Fields>
    </Form>
  );
}

const DAYS = <InputAdornment position="end">{t('newRequest.days')}</InputAdornment>;
