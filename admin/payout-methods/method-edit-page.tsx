import { ToneChip } from '../components/status-chip.tsx';
import { t } from '../i18n/translate.ts';
import { payoutAppearance } from '../payouts/payout-status.ts';
import { MethodForm } from './method-form-card.tsx';
import { MethodFrame, type MethodRoom } from './method-frame.tsx';
import { METHODS_PATH, methodPath } from './method-path.tsx';
import { coolOffWords } from './method-status.tsx';

/** One method of payouts: new, or changed, paused and deleted. */
export default function MethodEditPage({ id }: { id: string | null }) {
  return <MethodFrame id={id} room={PAYOUT_METHODS} />;
}

const PAYOUT_METHODS: MethodRoom = {
  path: METHODS_PATH,
  pathOf: methodPath,
  crumbs: [
    { label: 'payouts.title', to: '/payouts' },
    { label: 'methods.title', to: METHODS_PATH },
  ],
  words: {
    one: 'methods.one',
    addLead: 'methods.addLead',
    useAutomatic: 'method.useAutomatic',
    useManual: 'method.useManual',
    deleteText: 'method.deleteText',
  },
  Form: MethodForm,
  facts: (method) => [
    { label: t('method.usable'), value: coolOffWords(method) ?? (method.usable_from && t('method.usableNow')) },
  ],
  made: {
    resource: 'payouts',
    title: 'payouts.title',
    list: '/payouts',
    pathOf: (id) => `/payouts/details?id=${encodeURIComponent(id)}`,
    status: ({ status }) => <ToneChip {...payoutAppearance[status]}>{t(`payout.status.${status}`)}</ToneChip>,
  },
};
