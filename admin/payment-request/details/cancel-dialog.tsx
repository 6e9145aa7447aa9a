import Button from '@mui/material/Button';
import type { SpaPaymentRequest } from '../../../contract/payment-requests.ts';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { useAct } from '../../components/use-act.ts';
import { t } from '../../i18n/translate.ts';

interface CancelDialogProps {
  request: SpaPaymentRequest;
  onClose: () => void;
}

/** Asks once more, as the recipient has the email already. */
export function CancelDialog({ request: { id, recipient_name }, onClose }: CancelDialogProps) {
  const cancel = useAct((provider) => provider.cancelPaymentRequest(id), {
    stale: ['payment-requests'],
    done: t('paymentRequest.cancel.done'),
    onDone: onClose,
  });
  return (
    <DialogFrame
      title={t('paymentRequest.cancel.title', { name: recipient_name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('paymentRequest.cancel.keep')}</Button>
          <Button variant="contained" color="error" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('paymentRequest.cancel.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('paymentRequest.cancel.text')}</p>
    </DialogFrame>
  );
}
