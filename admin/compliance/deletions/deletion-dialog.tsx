import { useQueryClient } from '@tanstack/react-query';
import type { StaffDeletion } from '../../api/contract/staff-deletions.ts';
import { toastSuccess } from '../data/toasts.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { staffData } from './staff-call.ts';

export type DeletionAct = 'finish' | 'withdraw';

export interface DeletionDialogProps {
  deletion: StaffDeletion;
  act: DeletionAct;
  merchant: string;
  onClose: () => void;
}

/** Requests or withdraws a deletion with a reason, or confirms what another person requested. */
export function DeletionDialog({ deletion, act, merchant, onClose }: DeletionDialogProps) {
  const client = useQueryClient();
  const { merchant_id, request } = deletion;
  const send = async (reason: string, request_id?: string) => {
    const body = { merchant_id, reason, ...(request_id === undefined ? {} : { request_id }) };
    const left = await staffData<readonly StaffDeletion[]>(`/staff/deletions/${act}`, { method: 'POST', body });
    client.setQueryData(['staff', 'deletions'], left);
    const isOpen = left.some((each) => each.merchant_id === merchant_id);
    if (act === 'withdraw') toastSuccess(t('deletions.done.withdrawn'));
    else toastSuccess(t(isOpen ? 'deletions.done.requested' : 'deletions.done.deleted'));
  };
  if (act === 'finish' && request) {
    const { requested_by: name, requested_at: at, reason } = request;
    return (
      <ConfirmDialog
        title={t('deletions.confirmOf', { merchant })}
        lines={[t('deletions.confirm.text', { name, at: formatMoment(at), reason }), t('deletions.confirm.final')]}
        submit={t('deletions.confirm.submit')}
        send={() => send(reason, request.id)}
        onClose={onClose}
      />
    );
  }
  const key = act === 'finish' ? 'delete' : 'withdraw';
  return (
    <ReasonDialog
      title={t(`deletions.${key}Of`, { merchant })}
      text={t(`deletions.${key}.text`)}
      submit={t(`deletions.${key}.submit`)}
      danger={act === 'finish'}
      send={(reason) => send(reason)}
      onClose={onClose}
    />
  );
}
