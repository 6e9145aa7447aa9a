import { useNotify } from 'react-admin';
import { useProvider } from '../data/use-provider.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { useInvoiceRefresh } from '../invoices/use-invoice-refresh.ts';

/** Says no to the payer's request, with a message for the email. */
export function RejectDialog({ invoiceId, onClose }: { invoiceId: string; onClose: () => void }) {
  const provider = useProvider();
  const notify = useNotify();
  const refresh = useInvoiceRefresh(invoiceId);
  const send = async ({ note }: { note: string }) => {
    await provider.rejectRefund(invoiceId, note);
    notify(t('refundRequest.rejected'), { type: 'success' });
    await refresh();
    onClose();
  };
  return (
    <FormDialog
      title={t('refundRequest.rejectTitle')}
      defaultValues={{ note: '' }}
      send={send}
      submit={t('refundRequest.rejectConfirm')}
      danger
      onClose={onClose}
    >
      <p>{t('refundRequest.rejectText')}</p>
      <TextInput
        source="note"
        label={t('create.optional', { label: t('refundRequest.note') })}
        autoComplete="off"
        multiline
        minRows={2}
      />
    </FormDialog>
  );
}
