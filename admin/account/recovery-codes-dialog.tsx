import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { CheckField } from '../components/check-field.tsx';
import { copyToClipboard } from '../components/copy-to-clipboard.ts';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';

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
  const [kept, setKept] = useState(false);
  const [told, setTold] = useState(false);
  const leave = () => {
    if (!kept) return setTold(true);
    toastSuccess(t('setup.done'));
    onClose();
  };
  const text = codes.join('\n');
  return (
    <DialogFrame
      title={t('setup.recovery')}
      onClose={leave}
      actions={
        <Button variant="contained" onClick={leave}>
          {t('setup.finish')}
        </Button>
      }
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
        <Button startIcon={<Icon name="arrowDown" size={16} />} onClick={() => download(text)}>
          {t('setup.download')}
        </Button>
      </Row>
      <CheckField
        name="kept"
        label={t('setup.kept')}
        checked={kept}
        error={told && !kept ? t('setup.keepFirst') : undefined}
        onChange={({ target }) => setKept(target.checked)}
      />
    </DialogFrame>
  );
}

/** A text file made here: the codes pass no server a second time. */
function download(text: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = t('setup.fileName');
  link.click();
  URL.revokeObjectURL(url);
}
