import Button from '@mui/material/Button';
import { useState } from 'react';
import type { StaffTransfer } from '../../../contract/staff-transfers.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { Facts } from '../../components/facts.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { euros } from '../euros.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { ArrivalDialog } from './arrival-dialog.tsx';
import { gateAmount, wayText } from './place-words.ts';
import { TransferChip } from './transfer-chip.tsx';
import { TREASURY } from './treasury-calls.ts';

export interface TransferDialogProps {
  transfer: StaffTransfer;
  mode: Mode;
  onClose: () => void;
}

type Act = 'approve' | 'refuse' | 'arrived';

/** One transfer with everything that is known of it, and what the person may do about it. */
export function TransferDialog({ transfer, mode, onClose }: TransferDialogProps) {
  const [act, setAct] = useState<Act | null>(null);
  const back = () => setAct(null);
  if (act === 'arrived') return <ArrivalDialog transfer={transfer} mode={mode} onClose={back} />;
  if (act !== null) return <DecideDialog transfer={transfer} act={act} onClose={back} />;
  return (
    <DialogFrame
      title={gateAmount(transfer.amount, transfer.gate_id)}
      onClose={onClose}
      actions={<Acts transfer={transfer} choose={setAct} onClose={onClose} />}
    >
      <Facts facts={factsOf(transfer)} />
    </DialogFrame>
  );
}

function Acts({
  transfer,
  choose,
  onClose,
}: {
  transfer: StaffTransfer;
  choose: (act: Act) => void;
  onClose: () => void;
}) {
  const may = useStaffMay('treasury_operate');
  const { status, approvable, to } = transfer;
  const refusable = may && (status === 'proposed' || status === 'approved');
  return (
    <>
      <Button onClick={onClose}>{t('action.close')}</Button>
      {refusable && (
        <Button color="error" onClick={() => choose('refuse')}>
          {t(status === 'proposed' ? 'transfers.refuse.short' : 'transfers.cancel')}
        </Button>
      )}
      {may && status === 'sent' && to === 'bank:main' && (
        <Button onClick={() => choose('arrived')}>{t('transfers.arrived')}</Button>
      )}
      {approvable && (
        <Button variant="contained" onClick={() => choose('approve')}>
          {t('transfers.approve.short')}
        </Button>
      )}
    </>
  );
}

function factsOf(transfer: StaffTransfer) {
  const { gate_id: gateId, value, sent, arrived, approved_by: approvedBy, closed_at: closedAt } = transfer;
  const amount = (text: string | null) => text && gateAmount(text, gateId);
  return [
    { label: t('transfers.route'), value: wayText(transfer) },
    { label: t('treasury.status'), value: <TransferChip transfer={transfer} /> },
    { label: t('transfers.reason'), value: transfer.reason },
    { label: t('treasury.value'), value: value && euros(value) },
    { label: t('transfers.sent'), value: amount(sent) },
    { label: t('transfers.arrivedAmount'), value: amount(arrived) },
    { label: t('transfers.why'), value: transfer.why },
    { label: t('transfers.by'), value: `${transfer.proposed_by}, ${formatMoment(transfer.created_at)}` },
    { label: t('transfers.approvedBy'), value: approvedBy.join(', ') },
    { label: t('transfers.deadline'), value: closedAt === null && formatMoment(transfer.deadline_at) },
    { label: t('transfers.ended'), value: closedAt && formatMoment(closedAt) },
    { label: t('transfers.venueId'), value: transfer.venue_id },
    { label: t('transfers.txid'), value: transfer.txid },
    { label: t('transfers.payout'), value: transfer.payout_id },
    { label: t('transfers.id'), value: transfer.id },
  ];
}

interface DecideDialogProps {
  transfer: StaffTransfer;
  act: 'approve' | 'refuse';
  onClose: () => void;
}

/** Says what will happen before it does. */
function DecideDialog({ transfer, act, onClose }: DecideDialogProps) {
  const send = useStaffSend();
  const { id, status, amount, gate_id: gateId } = transfer;
  const refusal = status === 'proposed' ? 'transfers.refuse' : 'transfers.cancel';
  const words = { amount: gateAmount(amount, gateId), way: wayText(transfer) };
  return (
    <ReasonDialog
      title={t(act === 'approve' ? 'transfers.approve' : refusal)}
      text={t(act === 'approve' ? 'transfers.approve.text' : 'transfers.refuse.text', words)}
      submit={t(act === 'approve' ? 'transfers.approve' : refusal)}
      danger={act === 'refuse'}
      send={(reason) =>
        send(
          (provider) =>
            act === 'approve' ? provider.approveTransfer({ id, reason }) : provider.refuseTransfer({ id, reason }),
          { into: TREASURY, done: t(act === 'approve' ? 'transfers.approved' : 'transfers.refused') },
        )
      }
      onClose={onClose}
    />
  );
}
