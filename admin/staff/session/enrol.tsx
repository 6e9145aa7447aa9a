import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyText } from '../../components/copy-text.tsx';
import { copyToClipboard } from '../../components/copy-to-clipboard.ts';
import { acceptance } from '../../components/form-problems.ts';
import { QrCode } from '../../components/qr-code.tsx';
import { CheckInput } from '../../forms/check-input.tsx';
import { CodeForm } from '../../forms/code-form.tsx';
import { Form } from '../../forms/form.tsx';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';
import { enable, loadStaff, newSecret } from '../data/staff-session.ts';

const Stack = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 });
const Codes = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))',
  gap: 8,
  padding: 16,
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 10,
  fontVariantNumeric: 'tabular-nums',
}));

/** The second factor: scan, type a code of it, keep the recovery codes. `onCodes` says while the codes are shown. */
export function Enrol({ onCodes }: { onCodes: (shown: boolean) => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { data, error } = useQuery({
    queryKey: ['secret'],
    queryFn: newSecret,
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });
  const send = async (code: string) => {
    const recovery = await enable(code);
    onCodes(true);
    setCodes(recovery);
    await loadStaff();
  };
  if (codes) return <Recovery codes={codes} onKept={() => onCodes(false)} />;
  return (
    <Stack>
      {error && (
        <Alert severity="error" icon={<Icon name="alertCircle" />}>
          {error.message}
        </Alert>
      )}
      {data ? (
        <QrCode text={data.otpauth_url} label={t('staff.enrol.qr')} />
      ) : (
        <Skeleton variant="rounded" width={212} height={212} />
      )}
      {data && (
        <div>
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {t('staff.enrol.key')}
          </Typography>
          <CopyText value={data.secret} label={t('staff.enrol.keyLabel')} />
        </div>
      )}
      <CodeForm source="two_fa_code" label={t('staff.enrol.code')} send={send} />
    </Stack>
  );
}

function Recovery({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <Stack>
      <Typography variant="h2">{t('staff.codes.title')}</Typography>
      <p>{t('staff.codes.lead')}</p>
      <Codes>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <div>
        <Button
          startIcon={<Icon name="copy" size={16} />}
          onClick={() => void copyToClipboard(codes.join('\n'), t('staff.codes.copy'))}
        >
          {t('action.copy', { label: t('staff.codes.copy') })}
        </Button>
      </div>
      <Form defaultValues={{ kept: false }} rules={acceptance} send={async () => onKept()}>
        <Stack>
          <CheckInput source="kept" label={t('staff.codes.kept')} />
          <SubmitButton label={t('staff.codes.open')} size="large" />
        </Stack>
      </Form>
    </Stack>
  );
}
