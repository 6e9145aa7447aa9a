import { DomainError } from '../../domain/errors.ts';
import { PARTNER_TERMS, type PartnerKind } from '../../domain/partners/terms.ts';
import type { PartnerStatus } from '../../domain/state/partner-status.ts';
import { randomToken, tokenHash } from '../core/random-tokens.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, lockUntilCommit, prepared } from '../core/sql.ts';
import { applyStep } from '../process/apply.ts';
import { addLink } from './links.ts';
import { type PartnerEvent, partnerProcess } from './process.ts';
import { partnersTable } from './rows.ts';

/** How long the link of an approval leads to the agreement. */
const AGREEMENT_DAYS = 30;
const DAY_MS = 86_400_000;

/** An act of staff on an application or a partner. */
export type StaffAct =
  | { readonly type: 'take_up' }
  | { readonly type: 'resume' }
  | { readonly type: 'approve'; readonly evidence: string }
  | { readonly type: 'decline' | 'pause' | 'end'; readonly note: string };

interface Acting {
  readonly partnerId: string;
  readonly staffId: string;
  readonly act: StaffAct;
  readonly nowMs: number;
}

export interface Acted {
  readonly status: PartnerStatus;
  /** Of an approval: opens the agreement, and is stored nowhere. */
  readonly token: string | null;
}

/**
 * An act of staff. An approval makes a new link to the agreement; one that was sent before no longer opens it.
 * @throws DomainError `not_found`; `illegal_transition`
 */
export async function actOnPartner(tx: Tx, { partnerId: id, staffId, act, nowMs }: Acting): Promise<Acted> {
  const token = act.type === 'approve' ? randomToken() : null;
  const event = eventOf(act, { staffId, nowMs, token, kind: await kindOf(tx, id) });
  // Given twice, the second one is refused by the status: nothing is remembered of it.
  const { status } = await applyStep(tx, partnerProcess, { id, event, cause: null, nowMs });
  return { status, token };
}

interface About {
  readonly staffId: string;
  readonly nowMs: number;
  readonly token: string | null;
  readonly kind: PartnerKind;
}

function eventOf(act: StaffAct, { staffId: reviewerId, nowMs, token, kind }: About): PartnerEvent {
  switch (act.type) {
    case 'take_up':
      return { type: 'take_up', reviewerId };
    case 'approve': {
      const link = { tokenHash: tokenHash(token ?? ''), expiresAt: new Date(nowMs + AGREEMENT_DAYS * DAY_MS) };
      return { type: 'approve', reviewerId, evidence: act.evidence, terms: PARTNER_TERMS[kind], link };
    }
    default:
      return act;
  }
}

async function kindOf(tx: Tx, id: string) {
  const row = await partnersTable.findOne(tx, { id }, { columns: ['kind'] });
  if (row === undefined) throw new DomainError('not_found');
  return row.kind;
}

interface Accepting {
  /** Of the mailed link. */
  readonly token: string;
  readonly merchantId: string;
  readonly userId: string;
  /** The version of the agreement that was shown. */
  readonly version: string;
  readonly nowMs: number;
}

/**
 * Accepts the agreement for the account of a merchant: that account is paid from now on, and the partner has a first
 * link. The mailed link works once.
 * @throws DomainError `not_found` for a link that is unknown, used or too old; `conflict` for an account that is a
 *   partner already
 */
export async function acceptAgreement(tx: Tx, accepting: Accepting): Promise<{ readonly partnerId: string }> {
  const { token, merchantId, userId, version, nowMs } = accepting;
  await lockUntilCommit(tx, `partner of ${merchantId}`);
  const known = await partnersTable.findOne(tx, { tokenHash: tokenHash(token) }, { lock: tx.LOCK.UPDATE });
  if (known === undefined || (known.tokenExpiresAt?.getTime() ?? 0) <= nowMs) throw new DomainError('not_found');
  const others = await partnersTable.find(tx, { merchantId }, { columns: ['status'] });
  if (others.some(({ status }) => status === 'active' || status === 'paused')) {
    throw new DomainError('conflict', { message: 'This account is a partner already.' });
  }
  const { id } = known;
  const event = { type: 'accept', merchantId, userId, version } as const;
  await applyStep(tx, partnerProcess, { id, event, cause: null, nowMs });
  await execute(tx, renameRoleSql, [merchantId, known.kind]);
  await addLink(tx, id, FIRST_LINK);
  return { partnerId: id };
}

const FIRST_LINK = 'My link';

// The role of an account without a shop is the kind of its partnership; an admin stays an admin.
const renameRoleSql = prepared(`
  UPDATE app_user SET role = $2 WHERE merchant_id = $1 AND role IN ('partner', 'ambassador') AND role <> $2`);
