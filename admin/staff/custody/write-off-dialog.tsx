import type { StaffDebt, WriteOffBody } from '../../../contract/staff-debts.ts';
import { t } from '../../i18n/translate.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useStaffSend } from '../data/use-staff-act.ts';
import { requestWords } from '../people-request.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { DEBTS } from './custody-calls.ts';

export interface WriteOffDialogProps {
  debt: StaffDebt;
  of: { readonly amount: string; readonly merchant: string };
  onClose: () => void;
}

/** Requests a write-off with a reason, or confirms what another person requested. */
export function WriteOffDialog({ debt, of, onClose }: WriteOffDialogProps) {
  const send = useStaffSend();
  const { merchant_id, mode, gate_id, amount, write_off: request } = debt;
  const isOpen = (left: readonly StaffDebt[]) =>
    left.some((each) => each.merchant_id === merchant_id && each.mode === mode && each.gate_id === gate_id);
  const writeOff = (act: Pick<WriteOffBody, 'reason' | 'request_id'>) =>
    send((provider) => provider.writeOff({ merchant_id, mode, gate_id, amount, ...act }), {
      into: DEBTS,
      done: (left) => t(isOpen(left) ? 'debts.done.requested' : 'debts.done.writtenOff'),
    });
  if (request) {
    return (
      <ConfirmDialog
        title={t('debts.confirmOf', of)}
        lines={[t('debts.confirm.text', requestWords(request)), t('debts.confirm.final')]}
        submit={t('debts.confirm.submit')}
        send={() => writeOff({ reason: request.reason, request_id: request.id })}
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
      schema={async () => (await import('../../../contract/staff-debts.ts')).WriteOffBody.properties.reason}
      send={(reason) => writeOff({ reason })}
      onClose={onClose}
    />
  );
}
