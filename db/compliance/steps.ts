import type { AccountMail } from '../../domain/accounts/account-mail.ts';
import { OWNER_ROLES } from '../../domain/accounts/permissions.ts';
import { actorOf, type CaseSnapshot } from '../../domain/compliance/case.ts';
import type { CaseEvent } from '../../domain/compliance/case-table.ts';
import { isKnownHit } from '../../domain/compliance/disposition.ts';
import type { OnboardingAct } from '../../domain/compliance/onboarding-waits.ts';
import { SCREENING_EVERY_MS } from '../../domain/compliance/times.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { Language } from '../../domain/languages.ts';
import { sendAccountMail } from '../accounts/mails.ts';
import { raiseAlert, resolveAlert } from '../alerts/alerts.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { sendStaffMail } from '../staff/mails.ts';
import { type AssessContext, assessCase } from './assess.ts';
import { type CaseRow, casesTable, lockCase, readCase, snapshotOf } from './case-rows.ts';
import { applyCaseEvent, type CaseNews } from './process.ts';

export interface StepContext {
  readonly box: SecretBox;
  readonly publicUrl: string;
  readonly sandbox: boolean;
  readonly nowMs: number;
}

export interface CaseStepInput {
  readonly caseId: string;
  /** The version the workflow decided by: a row that has changed since is left as it is. */
  readonly version: number;
  readonly act: OnboardingAct;
}

/**
 * The steps of a case's workflow in the database. Run twice, or too late, it changes nothing. @returns the case as it
 * is afterwards
 */
export async function stepCase(tx: Tx, context: StepContext, input: CaseStepInput): Promise<CaseSnapshot> {
  const row = await lockCase(tx, input.caseId);
  if (row.version !== input.version) return snapshotOf(row);
  try {
    await act(tx, context, { row, act: input.act });
  } catch (error) {
    // The status no longer allows it.
    if (!isDomainError(error, 'illegal_transition')) throw error;
  }
  return snapshotOf(await readCase(tx, row.id));
}

async function act(tx: Tx, context: StepContext, { row, act: name }: { row: CaseRow; act: OnboardingAct }) {
  switch (name) {
    case 'tell':
      if (row.untold) await notifyMerchant(tx, context, row);
      if (row.restrictionUntold) await mailAdmins(tx, context, row, 'verification_restricted');
      return touch(tx, row, 'untold = false, restriction_untold = false');
    case 'remind':
      await remindMerchant(tx, context, row);
      return touch(tx, row, 'reminders = reminders + 1');
    case 'remind_staff': {
      const [company, since] = [row.companyName ?? 'a merchant', row.since.toISOString().slice(0, 10)];
      await raiseAlert(tx, {
        kind: 'case_waits',
        subject: `case:${row.id}`,
        message: `The case of ${company} has waited for the compliance team since ${since}.`,
      });
      await sendStaffMail(tx, { kind: 'case_waits', id: row.id });
      return touch(tx, row, 'reminders = reminders + 1');
    }
    case 'provider_overdue':
      await assessCase(tx, row, context);
      // The team has the case already: it decides without the provider.
      if (row.status !== 'checking') return touch(tx, row, 'checks_round = submissions');
      return apply(tx, context, row, 'checks_overdue');
    case 'open':
      await notifyMerchant(tx, context, row);
      await resolveAlert(tx, { kind: 'case_waits', subject: `case:${row.id}` });
      await casesTable.update(tx, { notifiedAt: new Date(context.nowMs) }, { id: row.id });
      return apply(tx, context, row, 'open');
    case 'rescreen':
      return rescreen(tx, context, row);
    case 'documents_expire':
      return expireDocuments(tx, context, row);
    case 'deadline':
    case 'period_over':
      return apply(tx, context, row, name);
    case 'ask_provider':
    case 'look_at_provider':
      throw new Error('These are calls to the provider.');
    default:
      return name satisfies never;
  }
}

async function apply(
  tx: Tx,
  { nowMs }: StepContext,
  row: CaseRow,
  event: CaseEvent,
  more: Omit<CaseNews, 'type'> = {},
): Promise<void> {
  const cause = `workflow:${event}:v${row.version}`;
  await applyCaseEvent(tx, { id: row.id, event: { type: event, ...more }, cause, nowMs, byWorkflow: true });
}

/**
 * Checks the names of a case against the lists now, logged. In production a match that staff have not seen yet returns
 * the case to the team.
 */
export async function screenCase(tx: Tx, row: CaseRow, context: AssessContext): Promise<void> {
  const isNew = await findsNewHit(tx, row, context);
  if (!isNew || row.status !== 'production') return;
  const cause = `screened:${row.version}`;
  await applyCaseEvent(tx, { id: row.id, event: { type: 'hit' }, cause, nowMs: context.nowMs });
}

/**
 * The check of each month, and after an import. Where a match does not move the case, because it waits for somebody
 * already or has ended, the team is mailed.
 */
async function rescreen(tx: Tx, context: StepContext, row: CaseRow): Promise<void> {
  await casesTable.update(tx, { screeningRequested: false }, { id: row.id });
  const isNew = await findsNewHit(tx, row, { ...context, cause: 'schedule' });
  if (isNew && row.status === 'production') return apply(tx, context, row, 'hit');
  if (isNew) await sendStaffMail(tx, { kind: 'screening_hit', id: row.id });
  if (row.status !== 'production') return touch(tx, row, 'screening_requested = false');
  await touch(tx, row, 'next_screening_at = $3', new Date(context.nowMs + SCREENING_EVERY_MS));
}

/** Whether the lists have a match that staff have not seen with the last check. */
async function findsNewHit(tx: Tx, row: CaseRow, context: AssessContext): Promise<boolean> {
  const known = row.risk?.hits ?? [];
  const assessment = await assessCase(tx, row, context);
  return assessment?.hits.some((hit) => !isKnownHit(known, hit)) ?? false;
}

async function expireDocuments(tx: Tx, context: StepContext, row: CaseRow): Promise<void> {
  const documents = await select<{
    id: string;
    kind: 'identity' | 'licence';
    personId: string | null;
    expires_on: string;
  }>(
    tx,
    `UPDATE compliance_document SET expiry_told_at = now()
     WHERE case_id = $1 AND removed_at IS NULL AND expiry_told_at IS NULL
       AND expires_on <= $2::timestamptz + interval '31 days'
     RETURNING id, kind, person_id AS "personId", expires_on::text`,
    [row.id, new Date(context.nowMs)],
  );
  const requested = documents.map(({ kind, personId, expires_on }) => ({
    kind,
    personId,
    note: `Valid until ${expires_on}.`,
  }));
  const words = documents.map(({ kind, expires_on }) => `${kind.replaceAll('_', ' ')} (valid until ${expires_on})`);
  await apply(tx, context, row, 'documents_expire', { requested, words: `${words.join(', ')}.` });
}

/** A write of the workflow that is no change of status; the version counts it, so that it happens once. */
async function touch(tx: Tx, row: CaseRow, set: string, value?: Date): Promise<void> {
  await execute(
    tx,
    `UPDATE compliance_case SET version = version + 1, ${set}, updated_at = now() WHERE id = $1 AND version = $2`,
    [row.id, row.version, ...(value === undefined ? [] : [value])],
  );
}

async function remindMerchant(tx: Tx, context: StepContext, row: CaseRow): Promise<void> {
  if (row.status === 'more_requested') return mailAdmins(tx, context, row, 'verification_more');
  if (row.status === 'renewal') return mailAdmins(tx, context, row, 'verification_renewal');
  if (row.status === 'suspended') {
    const isByStaff = row.reason === 'suspended_by_staff';
    return mailAdmins(tx, context, row, isByStaff ? 'verification_suspended_by_staff' : 'verification_suspended');
  }
  return mailAdmins(tx, context, row, 'verification_reminder');
}

async function notifyMerchant(tx: Tx, context: StepContext, row: CaseRow): Promise<void> {
  switch (row.status) {
    case 'approved':
      return mailAdmins(tx, context, row, 'verification_approved');
    case 'declined':
      return mailAdmins(tx, context, row, 'verification_declined');
    case 'expired':
      return mailAdmins(tx, context, row, 'verification_expired');
    default:
      if (actorOf(row.status) === 'merchant') await remindMerchant(tx, context, row);
  }
}

type VerificationKind = Extract<AccountMail['kind'], `verification_${string}`>;

async function mailAdmins(
  tx: Tx,
  { box, publicUrl }: StepContext,
  row: CaseRow,
  kind: VerificationKind,
): Promise<void> {
  const admins = await select<{ email: string; language: Language }>(
    tx,
    `SELECT u.email, u.language FROM app_user u JOIN merchant m ON m.id = u.merchant_id
     WHERE m.id = $1 AND m.deletion_requested_at IS NULL AND u.role = ANY($2) AND u.blocked_at IS NULL
     ORDER BY u.created_at`,
    [row.merchantId, [...OWNER_ROLES]],
  );
  const values = {
    company: row.companyName ?? '',
    words: row.words ?? '',
    until: row.actUntil?.toISOString().slice(0, 10) ?? '',
    url: `${publicUrl}/account?tab=verify`,
  };
  for (const { email: to, language } of admins) {
    await sendAccountMail(tx, box, { to, language, kind, values });
  }
}
