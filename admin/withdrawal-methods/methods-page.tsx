import '../withdrawals/withdrawal-words.ts';
import { useSearchParams } from 'react-router';
import { MethodList } from './method-list.tsx';
import { MethodPage } from './method-page.tsx';

/** `/withdrawals/method`: the methods; `?new` adds one, `?id=…` changes one. */
export default function WithdrawalMethodsPage() {
  const [search] = useSearchParams();
  const id = search.get('id');
  if (id !== null) return <MethodPage key={id} id={id} />;
  return search.has('new') ? <MethodPage id={null} /> : <MethodList />;
}
