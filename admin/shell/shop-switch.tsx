import { lazy, Suspense } from 'react';
import type { SpaUser } from '../data/session.ts';

/** Only those who have several shops load it. */
const ShopSelect = lazy(() => import('./shop-select.tsx'));

/** Which of several shops the back office shows; nothing for those who have one. */
export function ShopSwitch({ user }: { user: SpaUser }) {
  if (!user.merchant.has_shops) return null;
  return (
    <Suspense fallback={null}>
      <ShopSelect />
    </Suspense>
  );
}
