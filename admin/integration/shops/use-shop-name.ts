import type { Shop } from '../../../contract/shops.ts';
import { session } from '../../data/session.ts';
import { useStore } from '../../data/use-store.ts';

/** The shop's name in the current mode. */
export function useShopName({ profiles }: Shop): string {
  return profiles[useStore(session)?.active_profile_type ?? 'sandbox'].name;
}
