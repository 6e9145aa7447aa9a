import { mayWorkIn } from '../../db/accounts/users.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { profileIdOf } from '../../db/shops/profiles.ts';
import type { ProfileId } from '../../domain/ids.ts';
import { type EventKind, isShared } from '../../domain/webhooks/event-kinds.ts';
import { eventKindsFor, type ProfileRequest, profileOf, userOf } from './guard.ts';

/** A profile, and the kinds of its events that the user may read. */
export interface ShopEvents {
  readonly profileId: ProfileId;
  readonly kinds: readonly EventKind[];
}

/**
 * The events that pages of a shop show: its own, and of the first shop only those of money that all shops have
 * together. Its sales are another shop's, as those of any other.
 */
export async function shopEvents(db: Db, request: ProfileRequest): Promise<readonly ShopEvents[]> {
  const { merchantId, mode, shopId, profileId } = await profileOf(db, request);
  const kinds = eventKindsFor(request);
  const own = { profileId, kinds };
  if (shopId === null || !mayWorkIn(userOf(request), null)) return [own];
  return [own, { profileId: await profileIdOf(db, merchantId, { mode, shopId: null }), kinds: kinds.filter(isShared) }];
}
