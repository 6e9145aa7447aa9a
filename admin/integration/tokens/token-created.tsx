import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { Link as RouterLink, useNavigate } from 'react-router';
import type { IssuedApiToken } from '../../../contract/integration.ts';
import { Card, CardBody, CardFoot } from '../../components/card.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { Facts } from '../../components/facts.tsx';
import { Column, Split } from '../../components/page.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { CheckInput } from '../../forms/check-input.tsx';
import { Form } from '../../forms/form.tsx';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { CodeBox, Fields } from '../parts.tsx';

const Label = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  marginBottom: 4,
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 500,
});
const Secret = styled('div')(({ theme }) => ({
  '&[data-once=true] > div:last-of-type': {
    borderColor: theme.palette.warning.main,
    backgroundColor: theme.palette.soft.warning,
  },
}));

/** The three keys, the secret for the only time, and what to do with them first. */
export function TokenCreated({ token }: { token: IssuedApiToken }) {
  const navigate = useNavigate();
  return (
    <Split>
      <Column>
        <Card title={t('token.doneTitle')} titleHidden>
          <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
            <Fields>
              <Alert severity="warning">
                <strong>{t('token.copyNow')}</strong> {t('token.copyNowText')}
              </Alert>
              <SecretField label={t('token.key')} value={token.api_key} />
              <SecretField label={t('token.secret')} value={token.secret_key} once />
              <SecretField label={t('key.title')} value={token.notification_key} />
            </Fields>
          </CardBody>
          <Form
            defaultValues={{ stored: false }}
            rules={({ stored }) => ({ stored: stored ? undefined : t('token.storeFirst') })}
            send={async () => navigate('/integration/api')}
          >
            <CardFoot>
              <CheckInput source="stored" label={t('token.stored')} />
              <Button sx={{ ml: 'auto' }} href={envFile(token)} download="tidegate.env">
                {t('token.saveEnv')}
              </Button>
              <SubmitButton label={t('token.done')} />
            </CardFoot>
          </Form>
        </Card>
        <Card title={t('token.tryIt')}>
          <CardBody>
            <CodeBox>{exampleCall(window.location.origin)}</CodeBox>
          </CardBody>
        </Card>
      </Column>
      <Card
        title={t('token.this')}
        aside={
          <Link component={RouterLink} to={`/integration/api/edit-token/${token.id}`}>
            {t('token.edit')}
          </Link>
        }
      >
        <Facts
          facts={[
            { label: t('token.name'), value: token.name },
            { label: t('token.mode'), value: t(token.mode === 'sandbox' ? 'shell.sandbox' : 'shell.production') },
            {
              label: t('token.permissions'),
              value: token.permissions.map((each) => t(`token.permission.${each}`)).join(', '),
            },
            { label: t('token.ips'), value: token.allowed_ips || t('token.anyone') },
            { label: t('token.created'), value: formatMoment(token.created_at) },
          ]}
        />
      </Card>
    </Split>
  );
}

/** A key in a box of its own; one that is shown once says so. */
export function SecretField({ label, value, once = false }: { label: string; value: string; once?: boolean }) {
  return (
    <Secret data-once={once}>
      <Label>
        {label}
        {once && (
          <ToneChip tone="warning" icon="eye">
            {t('token.once')}
          </ToneChip>
        )}
      </Label>
      <CodeBox as="div">
        <CopyText value={value} label={label} />
      </CodeBox>
    </Secret>
  );
}

function envFile({ api_key, secret_key, notification_key }: IssuedApiToken): string {
  const lines = [
    `TIDEGATE_KEY=${api_key}`,
    `TIDEGATE_SECRET=${secret_key}`,
    `TIDEGATE_NOTIFICATION_KEY=${notification_key}`,
    '',
  ];
  return `data:text/plain;charset=utf-8,${encodeURIComponent(lines.join('\n'))}`;
}

function exampleCall(origin: string): string {
  return `# ${t('token.tryComment')}
curl ${origin}/api/v1/invoices \\
  -u "$TIDEGATE_KEY:$TIDEGATE_SECRET" \\
  -H "Idempotency-Key: order-1001" \\
  -H "Content-Type: application/json" \\
  -d '{"amount":"49.90","currency":"EUR","reference":"order-1001","gates":["BTC","LTC"]}'`;
}
