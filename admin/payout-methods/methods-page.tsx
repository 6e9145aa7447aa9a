import '../payouts/payout-words.ts';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { Splash } from '../components/splash.tsx';
import { MethodList } from './method-list.tsx';

// Checks addresses of all networks: more code than the list.
const MethodEditPage = lazy(() => import('./method-edit-page.tsx'));

/** `/payouts/method`: the methods; `?new` adds one, `?id=…` changes one. */
export default function MethodsPage() {
  const [search] = useSearchParams();
  const id = search.get('id');
  if (id === null && !search.has('new')) return <MethodList />;
  return (
    <Suspense fallback={<Splash />}>
      <MethodEditPage key={id} id={id} />
    </Suspense>
  );
}
