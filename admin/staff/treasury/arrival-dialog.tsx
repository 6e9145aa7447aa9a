import { useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { BankCreditView } from '../../../contract/staff-bank.ts';
import type { ArriveTransferBody, StaffTransfer } from '../../../contract/staff-transfers.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import { Loaded } from '../../components/loaded.tsx';
import { bodyRules } from '../../forms/body-rules.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { SelectInput } from '../../forms/select-input.tsx';
import { formatDay } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { BANK } from '../bank/bank-calls.ts';
import { otherSide, signedAmount } from '../bank/entry-words.ts';
import { useStaffProvider } from '../data/staff-provider.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import { ReasonInput } from '../reason-dialog.tsx';
import { reasonProblem } from '../reason-problem.ts';
import { gateAmount } from './place-words.ts';
import { TREASURY } from './treasury-calls.ts';

export interface ArrivalDialogProps {
  transfer: StaffTransfer;
  mode: Mode;
  onClose: () => void;
}

type Draft = Static<typeof ArriveTransferBody>;

/** Books a credit in suspense that came without the exchange's reference as the arrival of a transfer. */
export function ArrivalDialog({ transfer, mode, onClose }: ArrivalDialogProps) {
  const provider = useStaffProvider();
  const send = useStaffSend();
  const credits = useQuery({ queryKey: [...BANK, 'credits', mode], queryFn: () => provider.bankCredits(mode) });
  return (
    <FormDialog<Draft>
      title={t('transfers.arrived')}
      submit={t('transfers.arrived.submit')}
      onClose={onClose}
      defaultValues={{ id: transfer.id, entry_id: '', reason: '' }}
      rules={RULES}
      send={(body) =>
        send((each) => each.bookArrival(body), { into: TREASURY, done: t('transfers.booked'), onDone: onClose })
      }
    >
      <p>{t('transfers.arrived.text', { amount: gateAmount(transfer.sent ?? transfer.amount, transfer.gate_id) })}</p>
      <Loaded of={credits} rows={1}>
        {(found) => <Entry credits={found} />}
      </Loaded>
      <ReasonInput />
    </FormDialog>
  );
}

function Entry({ credits }: { credits: readonly BankCreditView[] }) {
  return (
    <SelectInput
      source="entry_id"
      label={t('transfers.entry')}
      placeholder={t('transfers.entry.choose')}
      help={credits.length === 0 ? t('transfers.entry.none') : undefined}
      choices={credits.map((entry) => ({
        value: entry.id,
        label: [signedAmount(entry), formatDay(entry.day), otherSide(entry)].join(', '),
      }))}
    />
  );
}

const RULES = bodyRules<Draft>(async () => (await import('../../../contract/staff-transfers.ts')).ArriveTransferBody, {
  toBody: (draft) => draft,
  check: (draft) => ({
    ...reasonProblem(draft),
    entry_id: draft.entry_id === '' ? t('transfers.entry.choose') : undefined,
  }),
});
