import './payout-words.ts';
import Button from '@mui/material/Button';
import { Suspense } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import { type Chunk, chunkOf, Drawn } from '../components/chunk.tsx';
import { LinkTabs } from '../components/link-tabs.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Splash } from '../components/splash.tsx';
import { useMay } from '../data/use-may.ts';
import { useMassPayoutsWaiting, usePayoutsToApprove } from '../data/use-waiting.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { ExportButton } from '../reports/export-button.tsx';
import { AddAddressButton } from './book/add-address-button.tsx';

const TABS = ['requests', 'scheduled', 'mass', 'addresses'] as const;
type PayoutTab = (typeof TABS)[number];

/** Each tab is a chunk of its own. */
const LISTS: Readonly<Record<PayoutTab, Chunk>> = {
  requests: chunkOf(() => import('./payout-list.tsx')),
  scheduled: chunkOf(() => import('./scheduled-list.tsx')),
  mass: chunkOf(() => import('../mass-payouts/mass-payout-list.tsx')),
  addresses: chunkOf(() => import('./book/address-book.tsx')),
};

/** Fetches the tab that the present address names. */
export async function loadTab(): Promise<void> {
  await LISTS[tabIn(new URLSearchParams(location.search))].load();
}

function tabIn(search: URLSearchParams): PayoutTab {
  return TABS.find((each) => each === search.get('tab')) ?? 'requests';
}

/** `/payouts`: single payouts, scheduled ones, mass payouts and the address book. */
export default function PayoutsPage() {
  const [search] = useSearchParams();
  const tab = tabIn(search);
  const mayCreate = useMay('merchant_payout_create');
  const mayMethods = useMay('merchant_paymentMethod_viewAny');
  const mayMass = useMay('merchant_massPayout_viewAny');
  const allowed: Record<PayoutTab, boolean> = { requests: true, scheduled: mayMethods, mass: mayMass, addresses: true };
  const waiting: Partial<Record<PayoutTab, number>> = {
    requests: usePayoutsToApprove(),
    mass: useMassPayoutsWaiting(),
  };
  const shown = TABS.filter((each) => allowed[each]);
  return (
    <Page>
      <PageHead
        title={t('payouts.title')}
        tabTitle={`${t('payouts.title')}: ${t(`payouts.tab.${tab}`)}`}
        actions={
          <>
            {tab === 'requests' && <ExportButton kind="payouts" />}
            {mayMethods && (
              <Button component={RouterLink} to="/payouts/method">
                {t('payouts.methods')}
              </Button>
            )}
            {mayCreate && mainButtonOf(tab)}
          </>
        }
      />
      <LinkTabs
        label={t('payouts.title')}
        tabs={shown.map((each) => ({
          to: pathOf(each),
          label: t(`payouts.tab.${each}`),
          current: each === tab,
          count: waiting[each] ?? 0,
        }))}
      />
      <Suspense fallback={<Splash />}>
        <Drawn key={tab} chunk={LISTS[tab]} />
      </Suspense>
    </Page>
  );
}

/** One filled button: what a person on this tab comes for. */
function mainButtonOf(tab: PayoutTab) {
  switch (tab) {
    case 'mass':
      return <MassButton />;
    case 'addresses':
      return <AddAddressButton />;
    default:
      return <RequestButton />;
  }
}

function pathOf(tab: PayoutTab): string {
  return tab === 'requests' ? '/payouts' : `/payouts?tab=${tab}`;
}

/** The way to a new payout, where the role has it. */
function RequestButton() {
  return (
    <Button variant="contained" component={RouterLink} to="/payouts/request-payout" startIcon={<Icon name="payouts" />}>
      {t('payouts.request')}
    </Button>
  );
}

function MassButton() {
  return (
    <Button
      variant="contained"
      component={RouterLink}
      to="/payouts/mass-request-payout"
      startIcon={<Icon name="payouts" />}
    >
      {t('mass.request')}
    </Button>
  );
}
