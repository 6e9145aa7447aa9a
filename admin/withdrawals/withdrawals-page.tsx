import './withdrawal-words.ts';
import Button from '@mui/material/Button';
import { Suspense } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import { type Chunk, chunkOf, Drawn } from '../components/chunk.tsx';
import { LinkTabs } from '../components/link-tabs.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Splash } from '../components/splash.tsx';
import { session } from '../data/session.ts';
import { useMay } from '../data/use-may.ts';
import { useStore } from '../data/use-store.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { ExportButton } from '../reports/export-button.tsx';
import { InProduction } from './in-production.tsx';
import { METHODS_PATH, REQUEST_PATH } from './withdrawal-paths.ts';

const TABS = ['requests', 'scheduled'] as const;
type Tab = (typeof TABS)[number];

/** Each tab is a chunk of its own. */
const LISTS: Readonly<Record<Tab, Chunk>> = {
  requests: chunkOf(() => import('./withdrawal-list.tsx')),
  scheduled: chunkOf(() => import('../withdrawal-methods/scheduled-list.tsx')),
};

/** Fetches the tab that the present address names. */
export async function loadTab(): Promise<void> {
  await LISTS[tabIn(new URLSearchParams(location.search))].load();
}

function tabIn(search: URLSearchParams): Tab {
  return search.get('tab') === 'scheduled' ? 'scheduled' : 'requests';
}

/** `/withdrawals`: what was requested, and what is withdrawn automatically. */
export default function WithdrawalsPage() {
  const [search] = useSearchParams();
  const isProduction = useStore(session)?.active_profile_type === 'production';
  const mayMethods = useMay('merchant_paymentMethod_viewAny');
  const mayCreate = useMay('merchant_withdrawal_create');
  const tab = mayMethods ? tabIn(search) : 'requests';
  const actions = (
    <>
      {tab === 'requests' && <ExportButton kind="withdrawals" />}
      {mayMethods && (
        <Button component={RouterLink} to={METHODS_PATH}>
          {t('withdrawals.methods')}
        </Button>
      )}
      {mayCreate && (
        <Button variant="contained" component={RouterLink} to={REQUEST_PATH} startIcon={<Icon name="withdrawals" />}>
          {t('withdrawals.request')}
        </Button>
      )}
    </>
  );
  return (
    <Page>
      <PageHead
        title={t('withdrawals.title')}
        tabTitle={`${t('withdrawals.title')}: ${t(`withdrawals.tab.${tab}`)}`}
        actions={isProduction && actions}
      />
      <InProduction>
        {mayMethods && (
          <LinkTabs
            label={t('withdrawals.title')}
            tabs={TABS.map((each) => ({
              to: each === 'requests' ? '/withdrawals' : `/withdrawals?tab=${each}`,
              label: t(`withdrawals.tab.${each}`),
              current: each === tab,
            }))}
          />
        )}
        <Suspense fallback={<Splash />}>
          <Drawn key={tab} chunk={LISTS[tab]} />
        </Suspense>
      </InProduction>
    </Page>
  );
}
