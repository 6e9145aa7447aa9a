import { useEffect, useRef } from 'react';
import { useStore } from 'react-admin';
import { useSearchParams } from 'react-router';
import { type ListView, ownIn, viewIn, withView } from './list-address.ts';

/**
 * What a list shows, kept in the address: a reload, a colleague and an export see the same. Who comes back to the list
 * by a link finds it as it was left.
 */
export function useListAddress<Status extends string>(storeKey: string, usual: Pick<ListView, 'perPage' | 'sort'>) {
  const [params, setParams] = useSearchParams();
  const [left, remember] = useStore(`list.${storeKey}`, '');
  const own = ownIn(params);
  const isHere = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the address
  useEffect(() => {
    const isComing = !isHere.current;
    isHere.current = true;
    if (isComing && own === '' && left !== '') {
      setParams(new URLSearchParams([...params, ...new URLSearchParams(left)]), { replace: true });
    } else if (own !== left) remember(own);
  }, [own]);
  return {
    ...viewIn<Status>(params, usual),
    show: (change: Partial<ListView<Status>>) => setParams(withView(params, change)),
  };
}
