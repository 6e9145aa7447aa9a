import type { FastifyRequest } from 'fastify';
import { originOf } from '../../../../db/accounts/origins.ts';
import type { Tx } from '../../../../db/core/sequelize.ts';
import { usableFrom } from '../../../../db/outflows/address-book.ts';
import { warnTeam } from '../../../../db/outflows/team-mails.ts';
import type { Mode, Network } from '../../../../domain/assets/assets.ts';
import type { PayoutTarget } from '../../../../domain/payouts/target.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { clientOf } from '../../../auth/client.ts';
import { userOf } from '../../../auth/guard.ts';

export interface UsedAddress extends PayoutTarget {
  readonly profileId: string;
  readonly mode: Mode;
  readonly network: Network;
}

/**
 * Does what uses an address. Where that enters it into the address book for the first time, the whole team is notified
 * by mail, in the same transaction.
 */
export async function tellingOfNewAddress<T>(
  tx: Tx,
  request: FastifyRequest,
  { secrets }: Accounts,
  used: UsedAddress,
  work: () => Promise<T>,
): Promise<T> {
  const wasKnown = (await usableFrom(tx, used)) !== null;
  const done = await work();
  if (wasKnown || (await usableFrom(tx, used)) === null) return done;
  const { mode, address, destinationTag: tag } = used;
  const { fullName: by, merchant } = userOf(request);
  const place = tag === null ? address : `${address} (${tag})`;
  const values = { mode, address: place, by, ...originOf(clientOf(request)) };
  await warnTeam(tx, secrets, merchant.id, { kind: 'payout_address_added', values });
  return done;
}
