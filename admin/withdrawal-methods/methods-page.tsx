import '../withdrawals/withdrawal-words.ts';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { Splash } from '../components/splash.tsx';
import { MethodList } from './method-list.tsx';

// Checks addresses and bank accounts: more code than the list.
const MethodPage = lazy(() => import('./method-page.tsx'));

/** `/withdrawals/method`: the methods; `?new` adds one, `?id=…` changes one. */
export default function WithdrawalMethodsPage() {
  const [search] = useSearchParams();
  const id = search.get('id');
  if (id === null && !search.has('new')) return <MethodList />;
  return (
    <Suspense fallback={<Splash />}>
      <MethodPage key={id} id={id} />
    </Suspense>
  );
}
