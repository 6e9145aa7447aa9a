import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { ApiError } from '../data/api-error.ts';
import { t } from '../i18n/translate.ts';

/** Whether something was not saved because somebody else saved it since it was read. */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'changed_meanwhile';
}

/** The way out of it: nothing that others did is overwritten. */
export function StaleNotice({ onReload }: { onReload: () => void }) {
  return (
    <Alert severity="warning" action={<Button onClick={onReload}>{t('integration.reload')}</Button>}>
      <strong>{t('integration.stale')}</strong> {t('integration.staleText')}
    </Alert>
  );
}
