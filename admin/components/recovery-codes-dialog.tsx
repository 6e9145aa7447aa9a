import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useNotify } from 'react-admin';
import { CheckInput } from '../forms/check-input.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { copyToClipboard } from './copy-to-clipboard.ts';
import { save } from './save-file.ts';

const Codes = styled('ol')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: '4px 16px',
  padding: '12px 16px',
  borderRadius: 10,
  backgroundColor: theme.palette.soft.neutral,
  '& li': { ...theme.typography.code, textAlign: 'center' },
}));
const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

/** The recovery codes, shown once: the dialog leaves only when they are said to be kept. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const notify = useNotify();
  const form = useId();
  const text = codes.join('\n');
  return (
    <FormDialog
      id={form}
      title={t('setup.recovery')}
      submit={t('setup.finish')}
      defaultValues={{ kept: false }}
      rules={({ kept }) => ({ kept: kept ? undefined : t('setup.keepFirst') })}
      send={async () => {
        notify(t('setup.done'), { type: 'success' });
        onClose();
      }}
      // Closing requires the same confirmation as finishing.
      onClose={() => document.getElementById(form)?.closest('form')?.requestSubmit()}
      keep={null}
    >
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
        {t('setup.step', { step: 3 })}
      </Typography>
      <p>{t('setup.recoveryText')}</p>
      <Codes>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <Row>
        <Button
          startIcon={<Icon name="copy" size={16} />}
          onClick={() => void copyToClipboard(text, t('setup.copyAll'))}
        >
          {t('action.copy', { label: t('setup.copyAll') })}
        </Button>
        <Button
          startIcon={<Icon name="arrowDown" size={16} />}
          onClick={() => save(new Blob([`${text}\n`], { type: 'text/plain' }), t('setup.fileName'))}
        >
          {t('setup.download')}
        </Button>
      </Row>
      <CheckInput source="kept" label={t('setup.kept')} />
    </FormDialog>
  );
}
