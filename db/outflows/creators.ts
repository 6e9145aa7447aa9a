import { onlyDrafts, type TokenOutflow, type TokenPermission } from '../../domain/accounts/permissions.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared } from '../core/sql.ts';

/** The people responsible for a requested payout. */
export interface Creators {
  /** Users who count as creators besides the requester, and so may not approve. */
  readonly creators: readonly string[];
  /** For a token: when it was created, renewed or given more permissions, whichever is latest. */
  readonly armedAt: Date | null;
  /** The token may only request it: whatever the policy says, a person has to approve, and new addresses cool off. */
  readonly isDraft: boolean;
}

export interface Requesting {
  readonly by: PayoutActor;
  readonly kind: TokenOutflow;
  readonly methodId?: string | null | undefined;
  /** Another person than the creator has to approve: the merchant's policy. */
  readonly policyRequired: boolean;
}

/**
 * The people responsible for a payout: for a token, who created it and last renewed its secret; for a schedule, who
 * created and last changed the method. Users are responsible for themselves. The draft of a token is the program's
 * own, so that the person who made the token may approve it, unless the policy requires another person.
 */
export async function readCreators(on: Tx | Db, requesting: Requesting): Promise<Creators> {
  const { by, kind, methodId, policyRequired } = requesting;
  if (by.kind === 'token') {
    const row = found(await maybeOne<TokenRow>(on, tokenSql, [by.id]));
    const isDraft = onlyDrafts(kind, row.permissions);
    const creators = isDraft && !policyRequired ? [] : sorted(row.creators);
    return { creators, armedAt: row.armed_at, isDraft };
  }
  if (by.kind === 'system' && methodId) {
    const row = found(await maybeOne<CreatorsRow>(on, methodSql, [methodId]));
    return { ...NOBODY_ELSE, creators: sorted(row.creators) };
  }
  return NOBODY_ELSE;
}

interface CreatorsRow {
  readonly creators: string[];
}

interface TokenRow extends CreatorsRow {
  readonly armed_at: Date | null;
  readonly permissions: TokenPermission[];
}

const NOBODY_ELSE: Creators = { creators: [], armedAt: null, isDraft: false };

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('A payout is requested by a token or a method that does not exist.');
  return row;
}

function sorted(people: readonly string[]): string[] {
  return [...new Set(people)].sort();
}

const tokenSql = prepared(`
  SELECT array_remove(ARRAY[created_by, secret_renewed_by], NULL) AS creators, armed_at, permissions
  FROM api_token WHERE id = $1`);
const methodSql = prepared(`
  SELECT array_remove(ARRAY[created_by, changed_by], NULL) AS creators
  FROM payment_method
  WHERE id = $1`);
