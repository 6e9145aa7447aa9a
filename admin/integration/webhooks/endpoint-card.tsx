import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useNotify } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { Card, CardBody } from '../../components/card.tsx';
import { May } from '../../components/may.tsx';
import { useProvider } from '../../data/use-provider.ts';
import { Form } from '../../forms/form.tsx';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { Actions, CodeBox, Fields } from '../parts.tsx';
import { useProfile } from '../use-integration.ts';

/** The address that webhooks are sent to, and a test of it or of another. */
export function EndpointCard({ onSent }: { onSent: () => void }) {
  const { data } = useProfile();
  const url = data?.notification_url ?? null;
  return (
    <Card
      title={t('hooks.endpoint')}
      aside={
        <Link component={RouterLink} to="/integration/profile">
          {t('hooks.toProfile')}
        </Link>
      }
    >
      <CardBody>
        <Fields>
          {data && (url === null ? <Typography>{t('hooks.none')}</Typography> : <CodeBox>{url}</CodeBox>)}
          <May permission="merchant_profile_update">
            <TestForm onSent={onSent} />
          </May>
        </Fields>
      </CardBody>
    </Card>
  );
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
