import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import { Card, CardBody } from '../../components/card.tsx';
import { Field } from '../../components/field.tsx';
import { useForm } from '../../components/use-form.ts';
import { toastSuccess } from '../../data/toasts.ts';
import { useMay } from '../../data/use-may.ts';
import { t } from '../../i18n/translate.ts';
import { sendTestWebhook, useProfile } from '../integration-calls.ts';
import { Actions, CodeBox, Fields } from '../parts.tsx';

/** The address that is told, and a test of it or of another. */
export function EndpointCard({ onSent }: { onSent: () => void }) {
  const { data } = useProfile();
  const mayTest = useMay('merchant_profile_update');
  const url = data?.notification_url ?? null;
  const form = useForm({
    initial: { url: '' },
    check: ({ url: typed }) => ({
      url: typed !== '' && !/^https?:\/\/\S+$/i.test(typed) ? t('profile.notificationUrlWrong') : undefined,
    }),
    send: async ({ url: typed }) => {
      const sent = await sendTestWebhook(typed);
      toastSuccess(t('hooks.testSent', { url: sent.url }));
      onSent();
    },
  });
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
          {mayTest && (
            <form ref={form.ref} noValidate onSubmit={form.submit}>
              <Fields>
                <Field {...form.text('url')} label={t('hooks.testTo')} help={t('hooks.testToHelp')} type="url" />
                <Actions>
                  <Button type="submit" disabled={form.busy}>
                    {t('hooks.test')}
                  </Button>
                  <Link href="/docs/api#events-and-webhooks">{t('hooks.docs')}</Link>
                </Actions>
              </Fields>
            </form>
          )}
        </Fields>
      </CardBody>
    </Card>
  );
}
