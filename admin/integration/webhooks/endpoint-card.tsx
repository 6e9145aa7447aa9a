import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList, useNotify } from 'react-admin';
import type { ConfirmationBody } from '../../../contract/account.ts';
import type { IntegrationProfile } from '../../../contract/integration.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { May } from '../../components/may.tsx';
import { useProvider } from '../../data/use-provider.ts';
import { Form } from '../../forms/form.tsx';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { percentText, permille } from '../../invoices/decimal.ts';
import { Actions, CodeBox, Fields } from '../parts.tsx';
import { toBody, toValues } from '../profile/profile-form.ts';
import { useProfile } from '../use-integration.ts';
import { UrlDialog } from './url-dialog.tsx';

/** The address that webhooks are sent to, and a test of it or of another. */
export function EndpointCard({ onSent }: { onSent: () => void }) {
  const { data } = useProfile();
  const [isChanging, setChanging] = useState(false);
  const url = data?.notification_url ?? null;
  return (
    <Card
      title={t('hooks.endpoint')}
      aside={
        data && (
          <May permission="merchant_profile_update">
            <Button size="small" onClick={() => setChanging(true)}>
              {t('hooks.changeUrl')}
            </Button>
          </May>
        )
      }
    >
      <CardBody>
        <Fields>
          {data && (url === null ? <Typography>{t('hooks.none')}</Typography> : <CodeBox>{url}</CodeBox>)}
          <DeliveryRate />
          <May permission="merchant_profile_update">
            <TestForm onSent={onSent} />
          </May>
        </Fields>
      </CardBody>
      {isChanging && data && <ProfileUrlDialog profile={data} onClose={() => setChanging(false)} />}
    </Card>
  );
}

/** How many of the webhooks that came to an end were delivered, to all URLs. */
function DeliveryRate() {
  const delivered = useGetList('webhooks/deliveries', { ...ONE, filter: { status: ['delivered'] } }).total;
  const failed = useGetList('webhooks/deliveries', { ...ONE, filter: { status: ['failed'] } }).total;
  const all = (delivered ?? 0) + (failed ?? 0);
  const percent = percentText(permille(String(delivered ?? 0), String(all)));
  return (
    <Typography variant="caption" component="p" sx={{ minHeight: 20, color: 'text.secondary' }}>
      {delivered !== undefined && failed !== undefined && all > 0 && t('hooks.rate', { percent, smart_count: all })}
    </Typography>
  );
}

const ONE = { pagination: { page: 1, perPage: 1 }, sort: { field: '', order: 'DESC' } } as const;

function ProfileUrlDialog({ profile, onClose }: { profile: IntegrationProfile; onClose: () => void }) {
  const provider = useProvider();
  const queries = useQueryClient();
  const save = async (url: string, proof: ConfirmationBody) => {
    // The version that is shown: what others changed meanwhile is refused, not overwritten.
    const body = toBody({ ...toValues(profile), notification_url: url }, profile.version);
    queries.setQueryData(['profile'], await provider.saveProfile({ ...body, ...proof }));
  };
  return <UrlDialog url={profile.notification_url ?? ''} isOptional save={save} onClose={onClose} />;
}

function TestForm({ onSent }: { onSent: () => void }) {
  const provider = useProvider();
  const notify = useNotify();
  return (
    <Form
      defaultValues={{ url: '' }}
      rules={({ url }) => ({ url: isWebAddress(url) ? undefined : t('profile.notificationUrlWrong') })}
      send={async ({ url }) => {
        const sent = await provider.sendTestWebhook(url);
        notify(t('hooks.testSent', { url: sent.url }), { type: 'success' });
        onSent();
      }}
    >
      <Fields>
        <TextInput source="url" label={t('hooks.testTo')} help={t('hooks.testToHelp')} type="url" />
        <Actions>
          <SubmitButton label={t('hooks.test')} />
          <Link href="/docs/api#events-and-webhooks">{t('hooks.docs')}</Link>
        </Actions>
      </Fields>
    </Form>
  );
}

function isWebAddress(text: string): boolean {
  return text === '' || /^https?:\/\/\S+$/i.test(text);
}
