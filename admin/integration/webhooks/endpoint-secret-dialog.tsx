import Button from '@mui/material/Button';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { t } from '../../i18n/translate.ts';
import { SecretField } from '../tokens/token-created.tsx';

/** A new secret of an endpoint, for the only time. */
export function EndpointSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <DialogFrame
      title={t('endpoints.secretTitle')}
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          {t('token.done')}
        </Button>
      }
    >
      <p>
        <strong>{t('endpoints.secretNow')}</strong> {t('endpoints.secretText')}
      </p>
      <SecretField label={t('endpoints.secret')} value={secret} once />
    </DialogFrame>
  );
}
