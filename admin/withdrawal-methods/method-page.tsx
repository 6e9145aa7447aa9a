import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { MethodFrame, type MethodRoom } from '../payout-methods/method-frame.tsx';
import { InProduction } from '../withdrawals/in-production.tsx';
import { METHODS_PATH, methodPath, withdrawalPath } from '../withdrawals/withdrawal-paths.ts';
import { WithdrawalStatusChip } from '../withdrawals/withdrawal-status-chip.tsx';
import { MethodForm } from './method-form-card.tsx';

/** One method of withdrawals: new, or changed, paused and deleted. */
export default function MethodPage({ id }: { id: string | null }) {
  return <MethodFrame id={id} room={WITHDRAWAL_METHODS} />;
}

const WITHDRAWAL_METHODS: MethodRoom = {
  path: METHODS_PATH,
  pathOf: methodPath,
  crumbs: [
    { label: 'withdrawals.title', to: '/withdrawals' },
    { label: 'withdrawals.methods', to: METHODS_PATH },
  ],
  words: {
    one: 'withdrawalMethod.one',
    addLead: 'withdrawalMethod.addLead',
    useAutomatic: 'withdrawalMethod.useAutomatic',
    useManual: 'withdrawalMethod.useManual',
    deleteText: 'withdrawalMethod.deleteText',
  },
  Form: MethodForm,
  facts: ({ next_run_at, last_run }) => [
    { label: t('scheduled.next'), value: next_run_at && formatMoment(next_run_at) },
    { label: t('scheduled.last'), value: last_run?.words },
  ],
  made: {
    resource: 'withdrawals',
    title: 'withdrawals.title',
    list: '/withdrawals',
    pathOf: withdrawalPath,
    status: (row) => <WithdrawalStatusChip withdrawal={row} />,
  },
  Around: InProduction,
};
