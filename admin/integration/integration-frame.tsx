import type { ReactNode } from 'react';
import { LinkTabs } from '../components/link-tabs.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { t } from '../i18n/translate.ts';

export const INTEGRATION_TABS = [
  'profile',
  'shops',
  'api',
  'requests',
  'webhooks',
  'links',
  'test',
  'assets',
  'plugins',
] as const;
export type IntegrationTab = (typeof INTEGRATION_TABS)[number];

/** Spec §6: what a user must be allowed to see a part. */
const NEEDS: Readonly<Record<IntegrationTab, string>> = {
  profile: 'merchant_profile_view',
  shops: 'merchant_profile_view',
  api: 'merchant_apiToken_viewAny',
  requests: 'merchant_apiToken_viewAny',
  webhooks: 'merchant_invoice_viewAny',
  links: 'merchant_invoice_viewAny',
  test: 'merchant_invoice_create',
  assets: 'merchant_profile_view',
  plugins: 'merchant_profile_view',
};

export interface IntegrationFrameProps {
  tab: IntegrationTab;
  actions?: ReactNode;
  children: ReactNode;
}

/** The head of every part of the integration, with the parts that the user may see. */
export function IntegrationFrame({ tab, actions, children }: IntegrationFrameProps) {
  const permissions = useStore(session)?.permissions ?? [];
  const shown = INTEGRATION_TABS.filter((each) => permissions.includes(NEEDS[each]));
  return (
    <Page>
      <PageHead
        title={t('integration.title')}
        tabTitle={`${t('integration.title')}: ${t(`integration.tab.${tab}`)}`}
        actions={actions}
      />
      <LinkTabs
        label={t('integration.tabs')}
        tabs={shown.map((each) => ({
          to: pathOf(each),
          label: t(`integration.tab.${each}`),
          current: each === tab,
        }))}
      />
      {children}
    </Page>
  );
}

/** Profile and tokens have addresses of their own (spec §2), the others are tabs of the room. */
function pathOf(tab: IntegrationTab): string {
  if (tab === 'profile') return '/integration/profile';
  return tab === 'api' ? '/integration/api' : `/integration?tab=${tab}`;
}
