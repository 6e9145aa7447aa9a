import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { SpaUser } from '../../api/contract/session.ts';
import { call, reportError } from '../data/http-client.ts';
import { type Profile, session } from '../data/session.ts';
import { toastError, toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';

export const PRODUCTION_PERMISSION = 'merchant_profile_production';

/**
 * Switches between sandbox and production (spec §4): production needs a verified merchant, else a message and the
 * verification tab; and the user's permission, else a message. Afterwards all data is read anew, and the account's
 * profile tab opens.
 */
export function useSwitchMode(user: SpaUser): (mode: Profile) => void {
  const navigate = useNavigate();
  return useCallback(
    (mode) => {
      if (mode === user.active_profile_type) return;
      if (mode === 'production' && !user.merchant.can_production_activate) {
        toastError(t('shell.production.verify'));
        return void navigate('/account?tab=verify');
      }
      if (mode === 'production' && !user.permissions.includes(PRODUCTION_PERMISSION)) {
        return toastError(t('shell.production.permission'));
      }
      void activate(mode).then((done) => done && navigate('/account?tab=profile'));
    },
    [user, navigate],
  );
}

async function activate(mode: Profile): Promise<boolean> {
  try {
    await call(`/spa/profile/activate/${mode}`, { method: 'POST', body: {} });
    const { json } = await call<{ data: SpaUser }>('/spa/user');
    session.set(json.data);
    toastSuccess(t(mode === 'sandbox' ? 'shell.switched.sandbox' : 'shell.switched.production'));
    return true;
  } catch (error) {
    reportError(error);
    return false;
  }
}
