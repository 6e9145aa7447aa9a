import { staffMay } from '../../domain/accounts/staff-permissions.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { parseCreditorReference } from '../../domain/bank/creditor-reference.ts';
import { isSepaCountry, parseIban } from '../../domain/bank/iban.ts';
import { missingVotes } from '../../domain/compliance/two-people.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { type AuditEntry, audit } from '../audit/audit.ts';
import { lockBank } from '../bank/lock.ts';
import { addBankPayments } from '../bank/payments.ts';
import { type BankEntryRow, bankEntriesTable } from '../bank/rows.ts';
import { withBlocks } from '../core/blocked-staff.ts';
import type { Tx } from '../core/sequelize.ts';
import { maybeOne, one, prepared } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import type { StaffMember } from '../staff/people.ts';
import { bookCommission, requireOwed } from './card-commission.ts';
import { isInStatement } from './entry-statement.ts';
import { takeEuro, takesMoney } from './euro.ts';
import { type BankMatchRow, bankMatchesTable, type ReturnPayee } from './match-rows.ts';

/** A person of the staff who acts, for the audit log. */
export interface MatchAct extends Pick<AuditEntry, 'actor' | 'origin'> {
  readonly member: StaffMember;
  readonly nowMs: number;
}

export interface NewMatch {
  readonly entryId: string;
  /** The creditor reference whose deposit it becomes, the account that it is sent back to, or the debt that it pays. */
  readonly to:
    | { readonly creditorReference: string }
    | { readonly payee: ReturnPayee }
    | { readonly debt: 'card_commission' };
  readonly reason: string;
}

/**
 * Proposes what becomes of euro in suspense. Nothing moves until another person of another role confirms exactly this.
 * @throws DomainError `permission_denied`, `not_found`, `conflict` when it is claimed or proposed already, or more
 *   than the card partner owes; 422 for a reference that nobody has, or an account that cannot be paid back
 */
export async function proposeMatch(tx: Tx, { entryId, to, reason }: NewMatch, act: MatchAct): Promise<void> {
  requireMatcher(act);
  const entry = await lockUnclaimed(tx, entryId);
  if ((await bankMatchesTable.count(tx, { entryId, endedAt: null })) > 0)
    throw new DomainError('conflict', { message: 'Something is proposed for it already: confirm or discard that.' });
  const isReturn = 'payee' in to;
  if (isReturn) requireAccount(entry);
  const isCommission = 'debt' in to;
  if (isCommission) await requireOwed(tx, entry);
  const addressId = 'creditorReference' in to ? await addressOf(tx, entry.mode, to.creditorReference) : null;
  const row = {
    id: newId(act.nowMs),
    mode: entry.mode,
    entryId,
    addressId,
    payee: isReturn ? to.payee : null,
    cardCommission: isCommission,
    reason,
    proposedBy: act.member.id,
    proposedRole: act.member.role,
  };
  await bankMatchesTable.create(tx, row);
  await record(tx, entry, { ...act, action: `bank.${whatOf(row)}_proposed`, data: { reason } });
}

/**
 * Confirms what another person proposed, once: the euro become a deposit of the customer, a payment to the account
 * that they came from, or pay a debt of the card partner.
 * @throws DomainError `permission_denied`, `conflict` for the same person or role, when it is claimed meanwhile, when
 *   the customer's merchant may not take money any more, or when the card partner owes less
 */
export async function confirmMatch(tx: Tx, id: string, act: MatchAct): Promise<void> {
  requireMatcher(act);
  const match = await lockOpen(tx, id);
  const { proposedBy, proposedRole, entryId, mode, addressId, payee, cardCommission } = match;
  const voices = await withBlocks(tx, [
    { staffId: proposedBy, role: proposedRole },
    { staffId: act.member.id, role: act.member.role },
  ]);
  const missing = missingVotes(voices, { verb: 'agree', mlroBecause: null });
  if (missing !== null) throw new DomainError('conflict', { message: missing });
  const entry = await lockUnclaimed(tx, entryId);
  if (addressId !== null) await requireOpenMerchant(tx, addressId);
  const bookedMinor = cardCommission ? entry.amountMinor : null;
  await bankMatchesTable.update(tx, { confirmedBy: act.member.id, confirmedAt: NOW, bookedMinor }, { id });
  if (addressId !== null) await takeEuro(tx, [{ entryId, addressId, minor: entry.amountMinor.toString() }], act.nowMs);
  if (payee !== null) {
    await addBankPayments(tx, [{ ...paymentOf(match, entry, payee), withdrawalId: id, merchantId: null, mode }]);
    await bankEntriesTable.update(tx, { bookedAs: 'claimed' }, { id: entryId });
  }
  if (cardCommission) {
    await bookCommission(tx, entry);
    await bankEntriesTable.update(tx, { bookedAs: 'claimed' }, { id: entryId });
  }
  await record(tx, entry, { ...act, action: `bank.${whatOf(match)}_confirmed`, data: {} });
}

/** The name of the proposal in the audit log. */
function whatOf({ payee, cardCommission }: Pick<BankMatchRow, 'payee' | 'cardCommission'>) {
  if (cardCommission) return 'commission';
  return payee === null ? 'match' : 'return';
}

/** Takes a proposal off. @throws DomainError `permission_denied`, `conflict` once it is confirmed */
export async function discardMatch(tx: Tx, id: string, act: MatchAct): Promise<void> {
  requireMatcher(act);
  const { entryId } = await lockOpen(tx, id);
  const entry = await bankEntriesTable.findOne(tx, { id: entryId });
  await bankMatchesTable.update(tx, { endedAt: NOW }, { id });
  if (entry !== undefined) await record(tx, entry, { ...act, action: 'bank.match_discarded', data: {} });
}

/** The payment that sends an entry back; compared again before it leaves. */
export function paymentOf({ id }: BankMatchRow, entry: BankEntryRow, payee: ReturnPayee) {
  const { amountMinor, partyIban } = entry;
  const creditor = { name: payee.name, iban: requireAccount({ partyIban }), bic: null, address: payee.address };
  return { amountMinor, creditor, remittance: `Return of your transfer ${id.slice(-12)}` };
}

function requireMatcher({ member: { role } }: MatchAct): void {
  if (!staffMay(role, 'bank_match')) throw new DomainError('permission_denied');
}

/** Under the lock of the bank, so that no file claims it meanwhile. @throws DomainError `not_found`, `conflict` */
async function lockUnclaimed(tx: Tx, entryId: string): Promise<BankEntryRow> {
  const found = await bankEntriesTable.findOne(tx, { id: entryId });
  if (found === undefined) throw new DomainError('not_found');
  await lockBank(tx, found.mode);
  const entry = await bankEntriesTable.findOne(tx, { id: entryId }, { lock: tx.LOCK.UPDATE });
  if (entry?.bookedAs !== 'suspense' || !(await isInStatement(tx, entry)))
    throw new DomainError('conflict', { message: 'This credit is not in suspense, or in no statement yet.' });
  if (entry.doubtedBy !== null)
    throw new DomainError('conflict', {
      message: 'A statement of the bank denies this credit. Decide about that first.',
    });
  return entry;
}

async function lockOpen(tx: Tx, id: string): Promise<BankMatchRow> {
  const found = await bankMatchesTable.findOne(tx, { id });
  if (found === undefined) throw new DomainError('not_found');
  await lockBank(tx, found.mode);
  const match = await bankMatchesTable.findOne(tx, { id }, { lock: tx.LOCK.UPDATE });
  if (match === undefined || match.endedAt !== null || match.confirmedAt !== null)
    throw new DomainError('conflict', { message: 'The proposal is no longer open. Review what is open now.' });
  return match;
}

/** @throws DomainError 422 where the account cannot be paid by SEPA */
function requireAccount({ partyIban }: Pick<BankEntryRow, 'partyIban'>): string {
  const iban = parseIban(partyIban ?? '');
  if (iban === null || !isSepaCountry(iban.slice(0, 2)))
    throw fieldError('entry_id', 'The bank names no account that can be paid back: ask the bank.');
  return iban;
}

async function addressOf(tx: Tx, mode: Mode, text: string): Promise<string> {
  const reference = parseCreditorReference(text);
  if (reference === null) throw fieldError('creditor_reference', 'This is no creditor reference: check its digits.');
  const address = await maybeOne<{ id: string; open: boolean }>(tx, addressSql, [reference, mode]);
  if (address === undefined) throw fieldError('creditor_reference', 'No customer has this reference.');
  if (!address.open) throw fieldError('creditor_reference', 'Its merchant may not take money now.');
  return address.id;
}

/** The merchant may have been blocked, restricted or deleted since the proposal. @throws DomainError `conflict` */
async function requireOpenMerchant(tx: Tx, addressId: string): Promise<void> {
  const { open } = await one<{ open: boolean }>(tx, openSql, [addressId]);
  if (open) return;
  const message = 'Its merchant may not take money now. Discard the proposal, or confirm it once that has changed.';
  throw new DomainError('conflict', { message });
}

const openSql = prepared(`
  SELECT ${takesMoney} AS open FROM static_address a JOIN merchant m ON m.id = a.merchant_id
  WHERE a.id = $1 FOR SHARE OF m`);

const addressSql = prepared(`
  SELECT a.id, ${takesMoney} AS open FROM static_address a JOIN merchant m ON m.id = a.merchant_id
  WHERE a.creditor_reference = $1 AND a.mode = $2`);

function record(
  tx: Tx,
  { id, amountMinor, mode }: BankEntryRow,
  { action, actor, origin, data }: MatchAct & Required<Pick<AuditEntry, 'action' | 'data'>>,
): Promise<void> {
  const target = { kind: 'bank_entry', id, label: `${formatAmount(amountMinor, 2)} EUR (${mode})` };
  return audit(tx, { chain: 'staff', actor, origin, action, target, data });
}
