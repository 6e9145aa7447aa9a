import { DialogForm } from '../components/dialog-form.tsx';
import { Field } from '../components/field.tsx';
import { useForm } from '../components/use-form.ts';
import { useProvider } from '../data/data-provider.ts';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { useInvoiceRefresh } from '../invoices/use-invoice-refresh.ts';

/** Says no to the payer's request, with a word for the mail. */
export function RejectDialog({ invoiceId, onClose }: { invoiceId: string; onClose: () => void }) {
  const provider = useProvider();
  const refresh = useInvoiceRefresh(invoiceId);
  const form = useForm({
    initial: { note: '' },
    check: () => ({}),
    async send({ note }) {
      await provider.rejectRefund(invoiceId, note);
      toastSuccess(t('refundRequest.rejected'));
      await refresh();
      onClose();
    },
  });
  return (
    <DialogForm
      title={t('refundRequest.rejectTitle')}
      form={form}
      submit={t('refundRequest.rejectConfirm')}
      danger
      onClose={onClose}
    >
      <p>{t('refundRequest.rejectText')}</p>
      <Field
        {...form.text('note')}
        label={t('create.optional', { label: t('refundRequest.note') })}
        autoComplete="off"
        multiline
        minRows={2}
      />
    </DialogForm>
  );
}
