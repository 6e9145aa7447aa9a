import type { Static } from 'typebox';
import type { ProposeTransferBody } from '../../../contract/staff-transfers.ts';
import type { StaffTreasury } from '../../../contract/staff-treasury.ts';
import { gateName } from '../../components/asset-label.tsx';
import { bodyRules } from '../../forms/body-rules.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { SelectInput } from '../../forms/select-input.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import { ReasonInput } from '../reason-dialog.tsx';
import { reasonProblem } from '../reason-problem.ts';
import { wayText } from './place-words.ts';
import { TREASURY } from './treasury-calls.ts';

type Draft = Static<typeof ProposeTransferBody>;
type Route = StaffTreasury['routes'][number];

export interface ProposeDialogProps {
  /** Those that two people confirmed. */
  routes: readonly Route[];
  onClose: () => void;
}

/** Proposes a transfer of own money; nothing moves before it is approved. */
export function ProposeDialog({ routes, onClose }: ProposeDialogProps) {
  const send = useStaffSend();
  const only = routes.length === 1 ? routes[0] : undefined;
  return (
    <FormDialog<Draft>
      title={t('transfers.propose')}
      submit={t('transfers.propose.submit')}
      onClose={onClose}
      defaultValues={{ route_id: only?.id ?? '', amount: '', reason: '' }}
      rules={RULES}
      send={(body) =>
        send((provider) => provider.proposeTransfer(body), {
          into: TREASURY,
          done: t('transfers.proposed'),
          onDone: onClose,
        })
      }
    >
      <p>{t('transfers.propose.text')}</p>
      <SelectInput
        source="route_id"
        label={t('transfers.route')}
        placeholder={t('transfers.route.choose')}
        choices={routes.map((route) => ({ value: route.id, label: `${wayText(route)}, ${gateName(route.gate_id)}` }))}
      />
      <TextInput source="amount" label={t('treasury.amount')} help={t('transfers.amount.help')} decimal />
      <ReasonInput />
    </FormDialog>
  );
}

const RULES = bodyRules<Draft>(async () => (await import('../../../contract/staff-transfers.ts')).ProposeTransferBody, {
  toBody: (draft) => draft,
  check: (draft) => ({
    ...reasonProblem(draft),
    route_id: draft.route_id === '' ? t('transfers.route.choose') : undefined,
  }),
});
