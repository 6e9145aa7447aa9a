import type { Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { MerchantId } from '../../domain/ids.ts';
import { MOST_BY_API_PER_HOUR } from '../../domain/payment-requests/status.ts';
import { countTry, withinHour } from '../accounts/lockouts.ts';
import type { AccountSecrets } from '../accounts/secrets.ts';
import type { Tx } from '../core/sequelize.ts';

const HOUR_SECONDS = 3_600;

/**
 * Counts one more request of a token, in the transaction that creates it: what is refused or answered again does not
 * count. The token comes first, so that two transactions never wait for each other.
 * @throws DomainError `rate_limited` until the next hour of the clock
 */
export async function takeRequestAllowance(
  tx: Tx,
  secrets: AccountSecrets,
  {
    tokenId,
    merchantId,
    mode,
    to,
    nowMs,
  }: {
    readonly tokenId: string;
    readonly merchantId: MerchantId;
    readonly mode: Mode;
    readonly to: string;
    readonly nowMs: number;
  },
): Promise<void> {
  const { token, address } = MOST_BY_API_PER_HOUR;
  const allowances = [
    { scope: 'payment-request:token', key: tokenId, tries: token },
    { scope: 'payment-request:address', key: `${merchantId} ${mode} ${to.toLowerCase()}`, tries: address },
  ];
  for (const each of allowances) {
    if ((await countTry(tx, secrets, withinHour(each, nowMs))) <= each.tries) continue;
    throw new DomainError('rate_limited', {
      retryAfterSeconds: HOUR_SECONDS - (Math.floor(nowMs / 1000) % HOUR_SECONDS),
    });
  }
}
