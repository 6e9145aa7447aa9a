import { useCallback } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import type { SpaUser } from '../../contract/session.ts';
import { type ShopPath, shopPath } from '../../domain/accounts/shop-path.ts';
import { useNotifyError } from '../components/use-notify-error.ts';
import { call } from '../data/http-client.ts';
import { type Profile, reloadUser } from '../data/session.ts';
import { t } from '../i18n/translate.ts';

export const PRODUCTION_PERMISSION = 'merchant_profile_production';

/**
 * Switches between sandbox and production (spec §4). Production needs a verified merchant, or a message and the
 * verification tab appear, and the user's permission, or a message appears. Then all data is refetched and the
 * account's profile tab opens.
 */
export function useSwitchMode(user: SpaUser): (mode: Profile) => void {
  const navigate = useNavigate();
  const notify = useNotify();
  const notifyError = useNotifyError();
  return useCallback(
    (mode) => {
      if (mode === user.active_profile_type) return;
      if (mode === 'production' && !user.merchant.can_production_activate) {
        notify(t('shell.production.verify'), { type: 'error' });
        return void navigate('/account?tab=verify');
      }
      if (mode === 'production' && !user.permissions.includes(PRODUCTION_PERMISSION)) {
        return notify(t('shell.production.permission'), { type: 'error' });
      }
      void activate({ mode, shopId: user.active_shop_id }).then(() => {
        notify(t(mode === 'sandbox' ? 'shell.switched.sandbox' : 'shell.switched.production'), { type: 'success' });
        return navigate('/account?tab=profile');
      }, notifyError);
    },
    [user, navigate, notify, notifyError],
  );
}

async function activate(place: ShopPath): Promise<void> {
  await call(`/spa/profile/activate/${shopPath(place)}`, { method: 'POST', body: {} });
  await reloadUser();
}
