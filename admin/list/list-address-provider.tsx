import { type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { type RouterProvider, RouterProviderContext } from 'react-admin';
import { fromListSearch, toListSearch, type UsualList } from './list-address.ts';

export interface ListAddressProviderProps {
  /** The names of the filters that the list has. */
  names: readonly string[];
  usual: UsualList;
  children: ReactNode;
}

/**
 * Lets react-admin keep a list's view in a readable address that may have other parameters too (`?tab=`). It wraps the
 * router for the list controller only; all other code below uses the router unchanged.
 */
export function ListAddressProvider({ names, usual, children }: ListAddressProviderProps) {
  const router = useContext(RouterProviderContext);
  const hasCome = useRef(false);
  useEffect(() => {
    hasCome.current = true;
  }, []);
  const provider = useMemo<RouterProvider>(
    () => ({
      ...router,
      useLocation() {
        const location = router.useLocation();
        const own = toListSearch(location.search, names);
        // Only who comes to the list finds it as it was left; once there, an address without a view is the usual view.
        const search = own === '' && hasCome.current ? '?filter={}' : own;
        return useMemo(() => ({ ...location, search }), [location, search]);
      },
      useNavigate() {
        const navigate = router.useNavigate();
        const { search } = router.useLocation();
        const current = useRef(search);
        useEffect(() => {
          current.current = search;
        });
        return useMemo<ReturnType<RouterProvider['useNavigate']>>(
          () => (to, options) => {
            if (typeof to !== 'object' || to.search === undefined) return navigate(to, options);
            return navigate({ ...to, search: fromListSearch(to.search, current.current, { names, usual }) }, options);
          },
          [navigate],
        );
      },
    }),
    [router, names, usual],
  );
  return <RouterProviderContext value={provider}>{children}</RouterProviderContext>;
}
