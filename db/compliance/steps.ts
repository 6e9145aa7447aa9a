import type { AccountMail } from '../../domain/account-mail.ts';
import { actorOf, type CaseWatch } from '../../domain/compliance/case.ts';
import type { CaseEvent } from '../../domain/compliance/case-table.ts';
import type { OnboardingAct } from '../../domain/compliance/onboarding-waits.ts';
import { SCREENING_EVERY_MS } from '../../domain/compliance/times.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { Language } from '../../domain/languages.ts';
import { raiseAlert, resolveAlert } from '../alerts.ts';
import { sendAccountMail } from '../people/account-mails.ts';
import type { SecretBox } from '../secret-box.ts';
import type { Tx } from '../sequelize.ts';
import { execute, select } from '../sql.ts';
import { applyCaseEvent } from './apply.ts';
import { assessCase } from './assess.ts';
import { type CaseRow, lockCase, readCase, watchOf } from './case-rows.ts';

export interface StepContext {
  readonly box: SecretBox;
  readonly publicUrl: string;
  readonly sandbox: boolean;
  readonly nowMs: number;
}

export interface CaseStepInput {
  readonly caseId: string;
  /** The version the workflow decided by: a row that has moved on since is left as it is. */
  readonly version: number;
  readonly act: OnboardingAct;
}

/** What the workflow of a case does in the database. Run twice, or too late, it changes nothing. @returns the case as it is afterwards */
export async function stepCase(tx: Tx, context: StepContext, input: CaseStepInput): Promise<CaseWatch> {
  const row = await lockCase(tx, input.caseId);
  if (row.version !== input.version) return watchOf(row);
  try {
    await act(tx, context, { row, act: input.act });
  } catch (error) {
    // The status does not take it any more.
    if (!isDomainError(error, 'illegal_transition')) throw error;
  }
  return watchOf(await readCase(tx, row.id));
}

async function act(tx: Tx, context: StepContext, { row, act: name }: { row: CaseRow; act: OnboardingAct }) {
  switch (name) {
    case 'tell':
      await tellMerchant(tx, context, row);
      return touch(tx, row, 'untold = false');
    case 'remind':
      await remindMerchant(tx, context, row);
      return touch(tx, row, 'reminders = reminders + 1');
    case 'remind_staff':
      await raiseAlert(tx, {
        kind: 'case_waits',
        subject: `case:${row.id}`,
        message: `The case of ${row.company_name ?? 'a merchant'} waits for the compliance team since ${row.since.toISOString().slice(0, 10)}.`,
      });
      return touch(tx, row, 'reminders = reminders + 1');
    case 'provider_overdue':
      await assessCase(tx, row, context);
      return apply(tx, context, row, 'checks_overdue');
    case 'open':
      await tellMerchant(tx, context, row);
      await resolveAlert(tx, { kind: 'case_waits', subject: `case:${row.id}` });
      await execute(tx, 'UPDATE compliance_case SET notified_at = $2 WHERE id = $1', [row.id, new Date(context.nowMs)]);
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
  more: Partial<Parameters<typeof applyCaseEvent>[1]> = {},
): Promise<void> {
  const cause = `workflow:${event}:v${row.version}`;
  await applyCaseEvent(tx, { caseId: row.id, event, cause, nowMs, byWorkflow: true, ...more });
}

/** The monthly look at the lists. A likeness that staff have seen with the last assessment is no news. */
async function rescreen(tx: Tx, context: StepContext, row: CaseRow): Promise<void> {
  const known = new Set((row.risk?.hits ?? []).map(({ subject, list, key }) => `${subject}:${list}:${key}`));
  const assessment = await assessCase(tx, row, context);
  const isNew = assessment?.hits.some(({ subject, list, key }) => !known.has(`${subject}:${list}:${key}`)) ?? false;
  if (isNew) await apply(tx, context, row, 'hit');
  else await touch(tx, row, 'next_screening_at = $3', new Date(context.nowMs + SCREENING_EVERY_MS));
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
     WHERE case_id = $1 AND removed_at IS NULL AND expiry_told_at IS NULL AND expires_on <= $2::timestamptz + interval '31 days'
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
  if (row.status === 'suspended') return mailAdmins(tx, context, row, 'verification_suspended');
  return mailAdmins(tx, context, row, 'verification_reminder');
}

async function tellMerchant(tx: Tx, context: StepContext, row: CaseRow): Promise<void> {
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
     WHERE m.id = $1 AND m.deletion_requested_at IS NULL AND u.role = 'admin' AND u.blocked_at IS NULL ORDER BY u.created_at`,
    [row.merchant_id],
  );
  const values = {
    company: row.company_name ?? '',
    words: row.words ?? '',
    until: row.act_until?.toISOString().slice(0, 10) ?? '',
    url: `${publicUrl}/account?tab=verify`,
  };
  for (const { email: to, language } of admins) {
    await sendAccountMail(tx, box, { to, language, kind, values });
  }
}
