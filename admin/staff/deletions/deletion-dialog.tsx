import type { FinishDeletionBody, StaffDeletion } from '../../../contract/staff-deletions.ts';
import { t } from '../../i18n/translate.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useStaffSend } from '../data/use-staff-act.ts';
import { requestWords } from '../people-request.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { DELETIONS } from './deletion-calls.ts';

export type DeletionAct = 'finish' | 'withdraw';

export interface DeletionDialogProps {
  deletion: StaffDeletion;
  act: DeletionAct;
  merchant: string;
  onClose: () => void;
}

/** Requests or withdraws a deletion with a reason, or confirms what another person requested. */
export function DeletionDialog({ deletion, act, merchant, onClose }: DeletionDialogProps) {
  const send = useStaffSend();
  const { merchant_id, request } = deletion;
  const isOpen = (left: readonly StaffDeletion[]) => left.some((each) => each.merchant_id === merchant_id);
  const finish = (body: FinishDeletionBody) =>
    send((provider) => provider.finishDeletion(body), {
      into: DELETIONS,
      done: (left) => t(isOpen(left) ? 'deletions.done.requested' : 'deletions.done.deleted'),
    });
  const withdraw = (reason: string) =>
    send((provider) => provider.withdrawDeletion({ merchant_id, reason }), {
      into: DELETIONS,
      done: t('deletions.done.withdrawn'),
    });
  if (act === 'finish' && request) {
    return (
      <ConfirmDialog
        title={t('deletions.confirmOf', { merchant })}
        lines={[t('deletions.confirm.text', requestWords(request)), t('deletions.confirm.final')]}
        submit={t('deletions.confirm.submit')}
        send={() => finish({ merchant_id, reason: request.reason, request_id: request.id })}
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
      schema={async () => (await import('../../../contract/staff-deletions.ts')).FinishDeletionBody.properties.reason}
      send={(reason) => (act === 'finish' ? finish({ merchant_id, reason }) : withdraw(reason))}
      onClose={onClose}
    />
  );
}
