import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import type { SpaPayoutRow } from '../../api/contract/payouts.ts';
import { PAYOUT_STATUSES, type PayoutStatus } from '../../domain/state/payout-status.ts';
import { ReceiptArt } from '../components/art.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { useMay } from '../data/use-may.ts';
import { LiveList, listWords } from '../history/live-list.tsx';
import { t } from '../i18n/translate.ts';
import { columns, toCard } from './payout-rows.tsx';

const ENTITIES = ['payout'] as const;

/** Every single payout of the mode that is shown. */
export function PayoutList() {
  return (
    <LiveList<SpaPayoutRow, PayoutStatus>
      entities={ENTITIES}
      resource="payouts"
      storeKey="payouts"
      statuses={{ all: PAYOUT_STATUSES, wordOf: (status) => t(`payout.status.${status}`) }}
      words={{ ...listWords('payouts'), title: t('payouts.tab.requests') }}
      empty={<NoPayouts />}
      columns={columns()}
      card={toCard}
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
