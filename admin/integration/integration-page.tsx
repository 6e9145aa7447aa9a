import { type ComponentType, lazy, Suspense } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Splash } from '../components/splash.tsx';
import { INTEGRATION_TABS, IntegrationFrame, type IntegrationTab } from './integration-frame.tsx';

/** Each part is a chunk of its own. */
const BODIES: Readonly<Record<Exclude<IntegrationTab, 'api'>, ComponentType>> = {
  profile: lazy(() => import('./profile/profile-tab.tsx')),
  webhooks: lazy(() => import('./webhooks/webhooks-tab.tsx')),
  links: lazy(() => import('./links/links-tab.tsx')),
  test: lazy(() => import('./test-payments-tab.tsx')),
  assets: lazy(() => import('./assets-tab.tsx')),
  plugins: lazy(() => import('./plugins-tab.tsx')),
};

/** `/integration` and `/integration/profile`: how the shop is connected; `?tab=` names the part. */
export default function IntegrationPage() {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const wanted = INTEGRATION_TABS.find((each) => each === search.get('tab'));
  const tab = pathname.endsWith('/profile') || wanted === undefined || wanted === 'api' ? 'profile' : wanted;
  const Body = BODIES[tab];
  return (
    <IntegrationFrame tab={tab}>
      <Suspense fallback={<Splash />}>
        <Body />
      </Suspense>
    </IntegrationFrame>
  );
}
