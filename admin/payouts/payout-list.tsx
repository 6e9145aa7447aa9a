import Button from '@mui/material/Button';
import { lazy } from 'react';
import { Link as RouterLink } from 'react-router';
import type { SpaPayoutRow } from '../../contract/payouts.ts';
import { PAYOUT_STATUSES, type PayoutStatus } from '../../domain/state/payout-status.ts';
import { ReceiptArt } from '../components/art.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { May } from '../components/may.tsx';
import { useMay } from '../data/use-may.ts';
import { t } from '../i18n/translate.ts';
import { assetFilter, choicesFilter, dateFilter, searchFilter } from '../list/filters.tsx';
import { methodFilter } from '../list/method-filter.tsx';
import { ResourceList } from '../list/resource-list.tsx';
import { CancelChosen } from './cancel-chosen.tsx';
import { payoutName, payoutPath } from './payout-name.ts';
import { columns, toCard } from './payout-rows.tsx';

const ExportChosen = lazy(() => import('../reports/export-chosen.tsx'));

const LIVE = ['payout'] as const;
const FILTERS = [
  searchFilter({ label: 'payouts.search', hint: 'payouts.searchHint' }),
  dateFilter(),
  choicesFilter({
    name: 'status',
    label: 'history.filter.status',
    all: PAYOUT_STATUSES,
    wordOf: (status: PayoutStatus) => t(`payout.status.${status}`),
  }),
  assetFilter(),
  methodFilter('payout'),
];

const BULK = {
  nameOf: payoutName,
  actions: (
    <>
      <ExportChosen kind="payouts" />
      <May permission="merchant_payout_create">
        <CancelChosen />
      </May>
    </>
  ),
};

/** Every single payout of the mode that is shown. */
export default function PayoutList() {
  return (
    <ResourceList<SpaPayoutRow>
      resource="payouts"
      words="payouts"
      filters={FILTERS}
      live={LIVE}
      columns={columns()}
      card={toCard}
      path={({ id }) => payoutPath(id)}
      bulk={BULK}
      empty={<NoPayouts />}
    />
  );
}

function NoPayouts() {
  const mayCreate = useMay('merchant_payout_create');
  return (
    <EmptyState
      art={<ReceiptArt />}
      title={t('payouts.empty.title')}
      text={t('payouts.empty.text')}
      actions={
        mayCreate && (
          <Button variant="contained" component={RouterLink} to="/payouts/request-payout">
            {t('payouts.request')}
          </Button>
        )
      }
      steps={[
        { icon: 'request', title: t('payouts.empty.step1.title'), text: t('payouts.empty.step1.text') },
        { icon: 'shield', title: t('payouts.empty.step2.title'), text: t('payouts.empty.step2.text') },
        { icon: 'checkCircle', title: t('payouts.empty.step3.title'), text: t('payouts.empty.step3.text') },
      ]}
    />
  );
}
