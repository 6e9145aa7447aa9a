import type { MassPayoutRecord } from '../../contract/mass-payouts.view.ts';
import { newId } from '../../domain/ids.ts';
import type { MassReview, NumberedLine } from '../../domain/mass-payouts/review.ts';
import type { PayoutFeePayer } from '../../domain/outflows/fees.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, json, prepared } from '../core/sql.ts';
import { applyStep } from '../process/apply.ts';
import { deleteLines, writeLines } from './lines.ts';
import { massPayoutProcess } from './process.ts';
import { publishMassPayout } from './publish.ts';
import { lockMassPayout, type MassPayoutScope, readMassPayout } from './read.ts';
import { massPayoutsTable } from './rows.ts';
import type { MassTerms } from './rules.ts';

/** A file after reading and checking, before it is stored. */
export interface CheckedFile {
  readonly review: MassReview;
  readonly good: readonly NumberedLine[];
}

export interface NewMassPayout {
  readonly profileId: string;
  readonly source: 'file' | 'api';
  readonly fileName: string | null;
  readonly feePayer: PayoutFeePayer;
  readonly file: CheckedFile;
  readonly by: PayoutActor & { readonly kind: 'user' | 'token' };
  readonly nowMs: number;
}

/** Stores a checked list of payments: validated, or not valid while a line is bad. The balance is not touched. */
export async function createMassPayout(tx: Tx, terms: MassTerms, input: NewMassPayout): Promise<MassPayoutRecord> {
  const id = newId(input.nowMs);
  const { review } = input.file;
  await execute(tx, insertSql, [
    id,
    terms.merchantId,
    input.profileId,
    terms.mode,
    input.source,
    input.fileName,
    input.feePayer,
    json(massPayoutsTable.write({ totals: review.totals }).totals),
    json(review.warnings),
    review.lines,
    review.bad.length,
    input.by.kind,
    input.by.id,
    new Date(input.nowMs),
  ]);
  await writeLines(tx, id, { good: input.file.good, bad: review.bad });
  await publishMassPayout(tx, await readMassPayout(tx, id), input.nowMs);
  await applyStep(tx, massPayoutProcess, { id, event: { type: 'checked' }, cause: 'checked:1', nowMs: input.nowMs });
  return readMassPayout(tx, id);
}

export interface ReplaceFile {
  readonly massPayoutId: string;
  readonly scope: MassPayoutScope;
  readonly fileName: string | null;
  readonly feePayer: PayoutFeePayer;
  readonly file: CheckedFile;
  readonly nowMs: number;
}

/**
 * Replaces the file by a corrected one, before anything was run.
 * @throws DomainError `not_found`, `illegal_transition`
 */
export async function replaceMassFile(tx: Tx, replace: ReplaceFile): Promise<MassPayoutRecord> {
  const { massPayoutId: id, file, nowMs } = replace;
  await readMassPayout(tx, id, replace.scope);
  const { version } = await lockMassPayout(tx, id);
  await applyStep(tx, massPayoutProcess, { id, event: { type: 'reuploaded' }, cause: `reuploaded:${version}`, nowMs });
  await deleteLines(tx, id);
  await writeLines(tx, id, { good: file.good, bad: file.review.bad });
  await execute(tx, replaceSql, [
    id,
    replace.fileName,
    replace.feePayer,
    json(massPayoutsTable.write({ totals: file.review.totals }).totals),
    json(file.review.warnings),
    file.review.lines,
    file.review.bad.length,
  ]);
  await applyStep(tx, massPayoutProcess, { id, event: { type: 'checked' }, cause: `checked:${version + 1}`, nowMs });
  return readMassPayout(tx, id);
}

const insertSql = prepared(`
  INSERT INTO mass_payout (id, merchant_id, profile_id, mode, status, source, file_name, fee_payer, totals, warnings,
    lines, bad, created_by_kind, created_by, created_at)
  VALUES ($1, $2, $3, $4, 'new', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`);

const replaceSql = prepared(`
  UPDATE mass_payout
  SET file_name = $2, fee_payer = $3, totals = $4, warnings = $5, lines = $6, bad = $7, updated_at = now()
  WHERE id = $1`);
