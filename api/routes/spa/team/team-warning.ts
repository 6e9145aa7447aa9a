import type { FastifyRequest } from 'fastify';
import { originOf } from '../../../../db/accounts/origins.ts';
import type { Tx } from '../../../../db/core/sequelize.ts';
import { warnTeam } from '../../../../db/outflows/team-mails.ts';
import type { AccessMails, TeamMails } from '../../../../domain/accounts/account-mail.ts';
import { ROLES, type Role } from '../../../../domain/accounts/permissions.ts';
import { type Rights, ROLE_NAMES, raisesPower } from '../../../../domain/accounts/team.ts';
import type { Mode } from '../../../../domain/assets/assets.ts';
import type { MerchantId } from '../../../../domain/ids.ts';
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
  return warnTeam(tx, secrets, merchant.id, { kind, values });
}

/** Somebody whose rights are new. */
interface Risen {
  readonly email: string;
  readonly role: Role;
  /** Null: nothing. */
  readonly before: Rights | null;
  readonly after: Rights | null;
}

interface TeamNews {
  readonly kind: keyof TeamMails;
  readonly merchantId: MerchantId;
  readonly by: string;
  readonly people: readonly Risen[];
  /** The person who gets a mail of their own about it. */
  readonly except?: string;
}

/** Mails the whole team who of these people may do more about its money than before; nothing where nobody may. */
export async function warnOfPower(
  tx: Tx,
  request: FastifyRequest,
  { secrets, publicUrl }: Accounts,
  { kind, merchantId, by, people, except }: TeamNews,
): Promise<void> {
  const risen = people.filter(({ before: from, after: to }) => to !== null && raisesPower({ from, to }));
  if (risen.length === 0) return;
  const url = `${publicUrl}/account?tab=team-access`;
  const values = { by, people: listed(risen), url, ...originOf(clientOf(request)) };
  await warnTeam(tx, secrets, merchantId, { kind, values, except });
}

/** Admins first, so that a long list does not hide one. */
function listed(people: readonly Risen[]): string {
  const strongestFirst = people.toSorted((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role));
  const names = strongestFirst.slice(0, SHOWN).map(({ email, role }) => `${email} (${ROLE_NAMES[role]})`);
  const more = people.length - names.length;
  return [...names, ...(more === 0 ? [] : [`+${more}`])].join(', ');
}

const SHOWN = 3;
