import type { BankCreditView, BankEntryView, BankFileView, BankView } from '../../contract/staff-bank.ts';
import type { OpenContradiction } from '../../db/bank/contradiction-votes.ts';
import type { BankFile } from '../../db/bank/files.ts';
import type { BankOverview, NameQuestion } from '../../db/bank/read.ts';
import { type DisputedPayment, disputeReason } from '../../db/bank/rejections.ts';
import type { BankDifferenceRow, BankEntryRow, SaidEntry } from '../../db/bank/rows.ts';
import type { ProposedMatch, UnclaimedCredit } from '../../db/deposits/unclaimed.ts';
import type { OpenRelease, RestoredPayment } from '../../db/restores/releases.ts';
import type { StaffMember } from '../../db/staff/people.ts';
import { endToEndIdOf } from '../../domain/bank/end-to-end-id.ts';
import { reasonInWords } from '../../domain/bank/reasons.ts';
import { missingVotes, type Vote } from '../../domain/compliance/two-people.ts';
import { formatAmount } from '../../domain/money/money.ts';

export interface RestoredOverview {
  readonly restored: readonly RestoredPayment[];
  readonly releases: readonly OpenRelease[];
}

export function presentBank(
  { standings, differences, contradictions, unknown, coming, questions, disputed }: BankOverview,
  { restored, releases }: RestoredOverview,
  member: StaffMember,
): BankView {
  return {
    accounts: standings.map(({ mode, isStopped, bookedMinor, unstatedMinor, closingMinor, closingDay }) => ({
      mode,
      stopped: isStopped,
      booked: euro(bookedMinor),
      unstated: euro(unstatedMinor),
      closing: closingMinor === null ? null : euro(closingMinor),
      closing_day: closingDay,
    })),
    differences: differences.map(presentDifference),
    contradictions: contradictions.map((each) => presentContradiction(each, member)),
    unknown_entries: unknown.map(presentBankEntry),
    restored_payments: restored.map(presentRestored),
    releases: releases.map(presentRelease),
    coming_entries: coming.map(presentBankEntry),
    name_questions: questions.map(presentQuestion),
    disputed_payments: disputed.map((each) => presentDisputed(each, member)),
  };
}

function presentRestored({ id, mode, kind, amountMinor, name, iban, createdAt }: RestoredPayment) {
  const end_to_end_id = endToEndIdOf(id);
  return { id, mode, kind, amount: euro(amountMinor), name, iban, end_to_end_id, created_at: createdAt.toISOString() };
}

function presentRelease({ id, mode, payments, note, by, requestedRole, at }: OpenRelease) {
  const requested = { requested_by: by, requested_role: requestedRole, requested_at: at.toISOString() };
  return { id, mode, payments: [...payments], note, ...requested };
}

export function presentBankFile(file: BankFile): BankFileView {
  const { id, mode, direction, kind, messageId, name, size, state, problem, payments, totalMinor } = file;
  return {
    id,
    mode,
    direction,
    kind,
    message_id: messageId,
    name,
    size,
    state,
    problem,
    payments,
    total: euro(totalMinor),
    created_at: file.createdAt.toISOString(),
    sent_at: file.sentAt?.toISOString() ?? null,
    settled_at: file.settledAt?.toISOString() ?? null,
  };
}

export function presentBankEntry(entry: BankEntryRow): BankEntryView {
  const { id, mode, amountMinor } = entry;
  return { id, mode, ...presentSaid({ ...entry, minor: amountMinor.toString() }) };
}

function presentSaid(entry: SaidEntry) {
  const { direction, minor, day, code, remittance } = entry;
  return {
    direction,
    amount: euro(BigInt(minor)),
    day,
    code,
    remittance,
    end_to_end_id: entry.endToEndId,
    creditor_reference: entry.creditorReference,
    party_name: entry.partyName,
    party_iban: entry.partyIban,
    bank_reference: entry.bankReference,
  };
}

function presentContradiction(
  { row, denied, deniedCount, by }: OpenContradiction,
  { id: staffId, role }: StaffMember,
): BankView['contradictions'][number] {
  const { id, mode, fileId, statementId, closingDay, differenceMinor, said, saidCount, foundAt } = row;
  const { choice, note, requestedBy, requestedRole, requestedAt, confirmedAt } = row;
  const isRequested = choice !== null && requestedBy !== null && requestedRole !== null && requestedAt !== null;
  return {
    id,
    mode,
    file_id: fileId,
    statement_id: statementId,
    closing_day: closingDay,
    difference: euro(differenceMinor),
    said: said.map(presentSaid),
    said_count: saidCount,
    denied: denied.map(presentBankEntry),
    denied_count: deniedCount,
    found_at: foundAt.toISOString(),
    request: isRequested
      ? {
          choice,
          note: note ?? '',
          requested_by: by ?? '',
          requested_role: requestedRole,
          requested_at: requestedAt.toISOString(),
          confirmed: confirmedAt !== null,
          may_confirm:
            confirmedAt === null && isSecond({ staffId: requestedBy, role: requestedRole }, { staffId, role }),
        }
      : null,
  };
}

/** Euro in suspense as the person sees them. */
export function presentBankCredit(
  { entry, match }: UnclaimedCredit,
  { member, owedMinor }: { readonly member: StaffMember; readonly owedMinor: bigint },
): BankCreditView {
  const may_be_commission = entry.amountMinor <= owedMinor;
  return { ...presentBankEntry(entry), may_be_commission, match: match && presentMatch(match, member) };
}

function presentDisputed(
  { payment, request }: DisputedPayment,
  { id: staffId, role }: StaffMember,
): BankView['disputed_payments'][number] {
  const { id, mode, status, amountMinor, creditorName, creditorIban, endToEndId } = payment;
  return {
    id,
    mode,
    status,
    amount: euro(amountMinor),
    name: creditorName,
    iban: creditorIban,
    end_to_end_id: endToEndId,
    reason: disputeReason(payment),
    request: request && {
      id: request.id,
      note: request.note,
      requested_by: request.by,
      requested_role: request.requestedRole,
      requested_at: request.at.toISOString(),
      may_confirm: isSecond({ staffId: request.requestedBy, role: request.requestedRole }, { staffId, role }),
    },
  };
}

function presentMatch(match: ProposedMatch, member: StaffMember): BankCreditView['match'] {
  const { id, creditorReference, reference, companyName, payee, cardCommission, reason, proposedBy, proposedRole } =
    match;
  return {
    id,
    creditor_reference: creditorReference,
    reference,
    company_name: companyName,
    reason,
    card_commission: cardCommission,
    payee: payee && `${payee.name}, ${payee.address.town}, ${payee.address.country}`,
    proposed_by: match.proposedName,
    proposed_role: proposedRole,
    may_confirm: isSecond({ staffId: proposedBy, role: proposedRole }, { staffId: member.id, role: member.role }),
  };
}

/** Whether these two may decide together. */
function isSecond(first: Vote, second: Vote): boolean {
  return missingVotes([first, second], { verb: 'agree', mlroBecause: null }) === null;
}

function presentDifference(difference: BankDifferenceRow): BankView['differences'][number] {
  const { id, mode, fileId, differenceMinor, stops, explanation, candidates, foundAt } = difference;
  return {
    id,
    mode,
    file_id: fileId,
    difference: euro(differenceMinor),
    stops,
    explanation,
    candidates: candidates.map(({ kind, id: candidate, words }) => ({ kind, id: candidate, words })),
    found_at: foundAt.toISOString(),
    resolved_at: difference.resolvedAt?.toISOString() ?? null,
    resolved_by: difference.resolvedBy,
    note: difference.note,
  };
}

function presentQuestion({ payment, isOwn }: NameQuestion): BankView['name_questions'][number] {
  const { id, merchantId, mode, status, amountMinor, creditorName, creditorIban, reasonCode } = payment;
  return {
    id,
    merchant_id: merchantId,
    mode,
    status,
    amount: euro(amountMinor),
    name: creditorName,
    iban: creditorIban,
    end_to_end_id: payment.endToEndId,
    payee_name: payment.payeeName,
    reason: reasonCode === null ? null : reasonInWords(reasonCode, null),
    answered_by: isOwn ? 'staff' : 'merchant',
  };
}

function euro(minor: bigint): string {
  return formatAmount(minor, 2);
}
