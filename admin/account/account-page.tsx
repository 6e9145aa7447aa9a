import { useSearchParams } from 'react-router';
import { Card } from '../components/card.tsx';
import { type Fact, Facts } from '../components/facts.tsx';
import { LinkTabs } from '../components/link-tabs.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { type SpaUser, session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { t, translateOr } from '../i18n/translate.ts';
import { ComingSoonBody } from '../system/coming-soon-page.tsx';

const TABS = ['profile', 'setting', 'verify', 'team-access'] as const;
type AccountTab = (typeof TABS)[number];

/** Spec §6: which tabs a user sees. */
const NEEDS: Readonly<Record<AccountTab, string | null>> = {
  profile: 'merchant_merchant_viewAny',
  setting: null,
  verify: 'merchant_merchant_verification',
  'team-access': 'merchant_user_viewAny',
};

/** `/account`: who one is and what one may do; the other tabs say what will be there. */
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
      {tab === 'profile' && user ? (
        <Card title={t('account.tab.profile')}>
          <Facts facts={facts(user)} />
        </Card>
      ) : (
        <Card title={t(`account.tab.${tab}`)} titleHidden>
          <ComingSoonBody text={tab === 'profile' ? 'soon.default' : `account.soon.${tab}`} />
        </Card>
      )}
    </Page>
  );
}

function isAllowed(user: SpaUser | null, permission: string | null): boolean {
  return permission === null || (user?.permissions.includes(permission) ?? false);
}

function facts({ full_name, email, role, merchant, active_profile_type }: SpaUser): Fact[] {
  return [
    { label: t('account.name'), value: full_name },
    { label: t('account.email'), value: email },
    { label: t('account.role'), value: translateOr(`role.${role}`, role) },
    { label: t('account.company'), value: merchant.company_name },
    { label: t('account.status'), value: translateOr(`merchant.${merchant.status}`, merchant.status) },
    { label: t('account.mode'), value: t(`shell.${active_profile_type}`) },
    {
      label: t('account.production'),
      value: t(merchant.can_production_activate ? 'account.production.yes' : 'account.production.no'),
    },
  ];
}
