import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { type Chunk, chunkOf, Drawn } from '../components/chunk.tsx';
import { LinkTabs } from '../components/link-tabs.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Splash } from '../components/splash.tsx';
import { type SpaUser, session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { t } from '../i18n/translate.ts';

const TABS = ['profile', 'setting', 'verify', 'team-access'] as const;
type AccountTab = (typeof TABS)[number];

/** Spec §6: which tabs a user sees. */
const NEEDS: Readonly<Record<AccountTab, string | null>> = {
  profile: 'merchant_merchant_viewAny',
  setting: null,
  verify: 'merchant_merchant_verification',
  'team-access': 'merchant_user_viewAny',
};

/** Each tab is a chunk of its own. */
const BODIES: Readonly<Record<AccountTab, Chunk>> = {
  profile: chunkOf(() => import('./profile-tab.tsx')),
  setting: chunkOf(() => import('./setting-tab.tsx')),
  verify: chunkOf(() => import('../verification/verify-tab.tsx')),
  'team-access': chunkOf(() => import('../team/team-tab.tsx')),
};

/** Fetches the tab that the present address names, before it is known who may see it. */
export async function loadTab(): Promise<void> {
  const tab = new URLSearchParams(location.search).get('tab');
  await BODIES[TABS.find((each) => each === tab) ?? 'profile'].load();
}

/** `/account`: the tabs that the user's permissions open; an address of another tab shows the first of them. */
export default function AccountPage() {
  const [search] = useSearchParams();
  const user = useStore(session);
  const tabs = TABS.filter((tab) => isAllowed(user, NEEDS[tab]));
  const tab = tabs.find((each) => each === search.get('tab')) ?? tabs[0] ?? 'setting';
  return (
    <Page>
      <PageHead title={t('account.title')} tabTitle={`${t('account.title')}: ${t(`account.tab.${tab}`)}`} />
      <LinkTabs
        label={t('account.title')}
        tabs={tabs.map((each) => ({
          to: `/account?tab=${each}`,
          label: t(`account.tab.${each}`),
          current: each === tab,
        }))}
      />
      <Suspense fallback={<Splash />}>
        <Drawn key={tab} chunk={BODIES[tab]} />
      </Suspense>
    </Page>
  );
}

function isAllowed(user: SpaUser | null, permission: string | null): boolean {
  return permission === null || (user?.permissions.includes(permission) ?? false);
}
