import { useQueryClient } from '@tanstack/react-query';
import type { StaffDebt } from '../../api/contract/staff-debts.ts';
import { toastSuccess } from '../data/toasts.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { staffData } from './staff-call.ts';

export interface WriteOffDialogProps {
  debt: StaffDebt;
  of: { readonly amount: string; readonly merchant: string };
  onClose: () => void;
}

/** Requests a write-off with a reason, or confirms what another person requested. */
export function WriteOffDialog({ debt, of, onClose }: WriteOffDialogProps) {
  const client = useQueryClient();
  const send = async (reason: string, request_id?: string) => {
    const { merchant_id, mode, gate_id, amount } = debt;
    const body = { merchant_id, mode, gate_id, amount, reason, ...(request_id === undefined ? {} : { request_id }) };
    const left = await staffData<readonly StaffDebt[]>('/staff/debts/write-off', { method: 'POST', body });
    client.setQueryData(['staff', 'debts'], left);
    const isOpen = left.some(
      (each) => each.merchant_id === merchant_id && each.mode === mode && each.gate_id === gate_id,
    );
    toastSuccess(t(isOpen ? 'debts.done.requested' : 'debts.done.writtenOff'));
  };
  const { write_off: request } = debt;
  if (request) {
    const { requested_by: name, requested_at: at, reason } = request;
    return (
      <ConfirmDialog
        title={t('debts.confirmOf', of)}
        lines={[t('debts.confirm.text', { name, at: formatMoment(at), reason }), t('debts.confirm.final')]}
        submit={t('debts.confirm.submit')}
        send={() => send(reason, request.id)}
        onClose={onClose}
      />
    );
  }
  return (
    <ReasonDialog
      title={t('debts.writeOffOf', of)}
      text={t('debts.writeOff.text')}
      submit={t('debts.writeOff.submit')}
      danger
      send={(reason) => send(reason)}
      onClose={onClose}
    />
  );
}
