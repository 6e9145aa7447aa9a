import { useCallback } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import type { Shop } from '../../contract/shops.ts';
import { useNotifyError } from '../components/use-notify-error.ts';
import { reloadUser, session } from '../data/session.ts';
import { useProvider } from '../data/use-provider.ts';
import { t } from '../i18n/translate.ts';

/** Switches to another shop in the same mode: all data is refetched, and its profile opens. */
export function useSwitchShop(): (shop: Shop) => void {
  const provider = useProvider();
  const navigate = useNavigate();
  const notify = useNotify();
  const notifyError = useNotifyError();
  return useCallback(
    ({ id, is_first, profiles }) => {
      const mode = session.get()?.active_profile_type ?? 'sandbox';
      provider
        .activate({ mode, shopId: is_first ? null : id })
        .then(reloadUser)
        .then(() => {
          notify(t('shops.switched', { name: profiles[mode].name }), { type: 'success' });
          return navigate('/integration/profile');
        }, notifyError);
    },
    [provider, navigate, notify, notifyError],
  );
}
