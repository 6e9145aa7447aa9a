import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';

/** Said before anything is filled in or mailed, as without 2FA nothing could be sent (spec §8). */
export function TwoFaFirst({ why }: { why?: string }) {
  return (
    <Alert
      severity="warning"
      icon={<Icon name="shield" />}
      action={
        <Button component={RouterLink} to="/account?tab=setting#two-fa">
          {t('twoFa.needed.settings')}
        </Button>
      }
    >
      <strong>{t('twoFa.needed.text')}</strong> {why}
    </Alert>
  );
}
