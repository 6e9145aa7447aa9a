import { useEffect } from 'react';
import { session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { t } from '../i18n/translate.ts';

/** Names the browser's tab; in sandbox the name begins with `[Sandbox]`. */
export function usePageTitle(page: string): void {
  const sandbox = useStore(session)?.active_profile_type === 'sandbox';
  useEffect(() => {
    document.title = t(sandbox ? 'app.sandboxTitle' : 'app.title', { page });
  }, [page, sandbox]);
}
