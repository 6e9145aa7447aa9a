import type { InvitedPerson } from '../../contract/team.ts';
import { session } from '../data/session.ts';
import { useShops } from '../data/use-shops.ts';
import { useStore } from '../data/use-store.ts';
import { t } from '../i18n/translate.ts';

/** The ids of the merchant's shops where there are several; null is one, and undefined not yet loaded. */
export function useShopIds({
  enabled = true,
}: {
  readonly enabled?: boolean;
} = {}): readonly string[] | null | undefined {
  const hasShops = useStore(session)?.merchant.has_shops === true;
  const { data } = useShops({ enabled: enabled && hasShops });
  return enabled && hasShops ? data?.map(({ id }) => id) : null;
}

interface Chosen {
  readonly role: InvitedPerson['role'];
  readonly shops: readonly string[];
}

/** The field of a call: some of all shops, or null for all; nothing where there is one shop, or for an admin. */
export function limitsOf({ role, shops }: Chosen, all: readonly string[] | null): { shops?: string[] | null } {
  return all === null || role === 'admin' ? {} : { shops: isSame(shops, all) ? null : [...shops] };
}

/** Undefined where there is none. */
export function shopsProblem({ role, shops }: Chosen, all: readonly string[] | null): string | undefined {
  return all !== null && role !== 'admin' && shops.length === 0 ? t('team.shops.none') : undefined;
}

export function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}
