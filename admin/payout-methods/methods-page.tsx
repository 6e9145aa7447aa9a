import '../payouts/payout-words.ts';
import { useSearchParams } from 'react-router';
import { MethodEditPage } from './method-edit-page.tsx';
import { MethodList } from './method-list.tsx';

/** `/payouts/method`: the methods; `?new` adds one, `?id=…` changes one. */
export default function MethodsPage() {
  const [search] = useSearchParams();
  const id = search.get('id');
  if (id !== null) return <MethodEditPage key={id} id={id} />;
  return search.has('new') ? <MethodEditPage id={null} /> : <MethodList />;
}
