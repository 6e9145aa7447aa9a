import type { FastifyRequest } from 'fastify';
import { warnTeam } from '../../../../db/payouts/team-mails.ts';
import { originOf } from '../../../../db/people/origins.ts';
import type { Tx } from '../../../../db/sequelize.ts';
import type { AccessMails } from '../../../../domain/account-mail.ts';
import type { Mode } from '../../../../domain/assets.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { clientOf } from '../../../auth/client.ts';
import { userOf } from '../../../auth/guard.ts';

/** Mails the whole team that the signed-in person changed or read what gives access. `title` is what it is called. */
export function warnOfAccess(
  tx: Tx,
  request: FastifyRequest,
  { secrets }: Accounts,
  { kind, mode, title }: { readonly kind: keyof AccessMails; readonly mode: Mode; readonly title: string },
): Promise<void> {
  const { fullName: by, merchant } = userOf(request);
  const values = { mode, title, by, ...originOf(clientOf(request)) };
  return warnTeam(tx, secrets.box, merchant.id, { kind, values });
}
