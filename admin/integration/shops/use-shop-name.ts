import type { Shop } from '../../../contract/shops.ts';
import { session } from '../../data/session.ts';
import { useStore } from '../../data/use-store.ts';

/** What the shop is called in the mode that is shown. */
export function useShopName({ profiles }: Shop): string {
  return profiles[useStore(session)?.active_profile_type ?? 'sandbox'].name;
}
