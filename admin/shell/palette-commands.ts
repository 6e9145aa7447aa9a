import type { UserPermission } from '../../domain/accounts/permissions.ts';
import type { Profile, SpaUser } from '../data/session.ts';
import { t } from '../i18n/translate.ts';
import type { IconName } from '../look/icon-paths.ts';
import { navigationFor, PARTNER_HOME } from './app-paths.ts';

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  /** Offered to those who have it only. */
  readonly needs?: UserPermission;
  readonly run: { readonly to: string } | { readonly mode: Profile };
}

/** The user's actions and destinations, in the words that a user would type. */
export function commands(user: Pick<SpaUser, 'active_profile_type' | 'permissions' | 'role'>): {
  do: Command[];
  go: Command[];
} {
  const may = ({ needs }: Command) => needs === undefined || user.permissions.includes(needs);
  const { do: acts, go: places } = allCommands(user);
  return { do: acts.filter(may), go: places.filter(may) };
}

function allCommands({ active_profile_type: profile, role }: Pick<SpaUser, 'active_profile_type' | 'role'>): {
  do: Command[];
  go: Command[];
} {
  const other: Profile = profile === 'sandbox' ? 'production' : 'sandbox';
  return {
    do: [
      {
        id: 'create',
        label: t('palette.createInvoice'),
        icon: 'request',
        needs: 'merchant_invoice_create',
        run: { to: '/history/create-invoice' },
      },
      {
        id: 'request',
        label: t('palette.requestPayment'),
        icon: 'mail',
        needs: 'merchant_invoice_create',
        run: { to: '/payment-request/create-invoice' },
      },
      {
        id: 'payout',
        label: t('palette.requestPayout'),
        icon: 'payouts',
        needs: 'merchant_payout_create',
        run: { to: '/payouts/request-payout' },
      },
      {
        id: 'decide',
        label: t('palette.needDecision'),
        icon: 'alertCircle',
        needs: 'merchant_invoice_viewAny',
        run: { to: '/history?tab=decide' },
      },
      {
        id: 'mode',
        label: t(other === 'sandbox' ? 'palette.toSandbox' : 'palette.toProduction'),
        icon: 'convert',
        run: { mode: other },
      },
    ],
    go: [
      ...navigationFor({ role })
        .filter(({ path }) => path !== PARTNER_HOME.path)
        .map(({ path, label, icon }) => ({ id: path, label: t(label), icon, run: { to: path } })),
      {
        id: '/integration/api',
        label: t('token.title'),
        icon: 'lock',
        needs: 'merchant_apiToken_viewAny',
        run: { to: '/integration/api' },
      },
      {
        id: 'webhooks',
        label: t('integration.tab.webhooks'),
        icon: 'webhook',
        needs: 'merchant_profile_view',
        run: { to: '/integration?tab=webhooks' },
      },
      {
        id: 'links',
        label: t('integration.tab.links'),
        icon: 'external',
        needs: 'merchant_profile_view',
        run: { to: '/integration?tab=links' },
      },
      { id: '/fees', label: t('fees.title'), icon: 'fees', needs: 'merchant_profile_view', run: { to: '/fees' } },
      {
        id: PARTNER_HOME.path,
        label: t(PARTNER_HOME.label),
        icon: PARTNER_HOME.icon,
        needs: 'merchant_partner_viewAny',
        run: { to: PARTNER_HOME.path },
      },
      { id: '/account', label: t('account.title'), icon: 'settings', run: { to: '/account?tab=profile' } },
    ],
  };
}

/** The commands whose label holds every typed word, in any order. */
export function matching(list: readonly Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return list.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

/** The next place in a list of `count` for a key, around the ends; null for keys that do not move. */
export function moved(index: number, count: number, key: string): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
