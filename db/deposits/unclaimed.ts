import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { type BankEntryRow, bankEntriesTable } from '../bank/rows.ts';
import type { Db } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import type { ReturnPayee } from './match-rows.ts';

/** Euro in suspense, and what one of the staff has proposed about them. */
export interface UnclaimedCredit {
  readonly entry: BankEntryRow;
  readonly match: ProposedMatch | null;
}

export interface ProposedMatch {
  readonly id: string;
  /** Of the customer whose deposit it would become; null for a return. */
  readonly creditorReference: string | null;
  /** The merchant's name for this customer. */
  readonly reference: string | null;
  readonly companyName: string | null;
  readonly payee: ReturnPayee | null;
  /** It pays what the card partner owes. */
  readonly cardCommission: boolean;
  readonly reason: string;
  readonly proposedBy: string;
  readonly proposedName: string;
  readonly proposedRole: StaffRole;
}

/** Money that came in and nobody has claimed, the newest first. */
export async function listUnclaimed(
  db: Db,
  { mode, page, perPage }: { readonly mode: Mode | undefined; readonly page: number; readonly perPage: number },
): Promise<{ readonly rows: readonly UnclaimedCredit[]; readonly total: number }> {
  const bind = [perPage, (page - 1) * perPage, mode ?? null];
  const found = await select<Found>(db, unclaimedSql, bind);
  const rows = found.map(({ total: _total, match, ...row }) => ({
    entry: bankEntriesTable.read(row) as BankEntryRow,
    match,
  }));
  return { rows, total: Number(found[0]?.total ?? 0) };
}

interface Found {
  readonly total: string;
  readonly match: ProposedMatch | null;
}

const unclaimedSql = prepared(`
  SELECT ${bankEntriesTable.selected('e')}, count(*) OVER () AS total,
    (SELECT jsonb_build_object('id', x.id, 'creditorReference', a.creditor_reference, 'reference', a.reference,
       'companyName', m.company_name, 'payee', x.payee, 'cardCommission', x.card_commission,
       'reason', x.reason, 'proposedBy', x.proposed_by,
       'proposedName', s.full_name, 'proposedRole', x.proposed_role)
     FROM bank_match x JOIN staff_user s ON s.id = x.proposed_by
     LEFT JOIN static_address a ON a.id = x.address_id LEFT JOIN merchant m ON m.id = a.merchant_id
     WHERE x.entry_id = e.id AND x.ended_at IS NULL) AS match
  FROM bank_entry e WHERE e.booked_as = 'suspense' AND e.direction = 'credit' AND ($3::text IS NULL OR e.mode = $3)
  ORDER BY e.created_at DESC, e.id DESC LIMIT $1 OFFSET $2`);
