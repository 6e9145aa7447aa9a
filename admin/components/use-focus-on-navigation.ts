import { useEffect, useRef } from 'react';

/**
 * A new page takes the focus, so that keyboard and screen reader start at its beginning, not where the last one ended.
 */
export function useFocusOnNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
