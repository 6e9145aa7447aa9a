import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { type Chunk, chunkOf, Drawn } from '../components/chunk.tsx';
import { Splash } from '../components/splash.tsx';
import { INTEGRATION_TABS, IntegrationFrame, type IntegrationTab } from './integration-frame.tsx';

type Part = Exclude<IntegrationTab, 'api'>;

/** Each part is a chunk of its own. */
const BODIES: Readonly<Record<Part, Chunk>> = {
  profile: chunkOf(() => import('./profile/profile-tab.tsx')),
  shops: chunkOf(() => import('./shops/shops-tab.tsx')),
  requests: chunkOf(() => import('./requests/requests-tab.tsx')),
  webhooks: chunkOf(() => import('./webhooks/webhooks-tab.tsx')),
  links: chunkOf(() => import('./links/links-tab.tsx')),
  test: chunkOf(() => import('./test-payments-tab.tsx')),
  assets: chunkOf(() => import('./assets-tab.tsx')),
  plugins: chunkOf(() => import('./plugins-tab.tsx')),
};

/** Fetches the part that the present address opens. */
export async function loadTab(): Promise<void> {
  await BODIES[partAt(location)].load();
}

/** `/integration` and `/integration/profile`: how the shop is connected; `?tab=` names the part. */
export default function IntegrationPage() {
  const tab = partAt(useLocation());
  return (
    <IntegrationFrame tab={tab}>
      <Suspense fallback={<Splash />}>
        <Drawn key={tab} chunk={BODIES[tab]} />
      </Suspense>
    </IntegrationFrame>
  );
}

function partAt({ pathname, search }: { readonly pathname: string; readonly search: string }): Part {
  const tab = new URLSearchParams(search).get('tab');
  const named = INTEGRATION_TABS.find((each) => each === tab);
  return pathname.endsWith('/profile') || named === undefined || named === 'api' ? 'profile' : named;
}
