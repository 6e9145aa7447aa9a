import type { PartnerAgreement, PartnerLine, PartnerRooms, StaffPartner } from '../../contract/partners.ts';
import type { LinkFigures, ListedPartner, PartnerFigures, PartnerFile, PartnerMoney } from '../../db/partners/read.ts';
import type { PartnerRow } from '../../db/partners/rows.ts';
import type { ListedStatement } from '../../db/partners/statements.ts';
import { formatAmount, formatTrimmed } from '../../domain/money/money.ts';
import { AGREEMENT_VERSION } from '../../domain/partners/agreement.ts';
import { centsOf } from '../../domain/partners/earnings.ts';
import type { PartnerTerms } from '../../domain/partners/terms.ts';

export function presentPartnerLine(row: ListedPartner): PartnerLine {
  const { id, kind, status, name, email, website, merchants, earnedMinor, createdAt } = row;
  const earned = euros(earnedMinor);
  return { id, kind, status, name, email, website, merchants, earned, created_at: createdAt.toISOString() };
}

export function presentStaffPartner(file: PartnerFile): StaffPartner {
  const { partner, ticketId, reviewer, account, links, referred } = file;
  return {
    ...presentPartnerLine(partner),
    company: partner.company,
    reference: partner.reference,
    ticket_id: ticketId,
    subscribers: partner.subscribers,
    daily_visitors: partner.dailyVisitors,
    reviewer,
    evidence: partner.evidence,
    note: partner.note,
    terms: termsOf(partner),
    account,
    agreed_at: partner.agreedAt?.toISOString() ?? null,
    ...moneyOf(partner, file),
    links: links.map(presentLink),
    referred: referred.map((each) => ({
      merchant_id: each.merchantId,
      company_name: each.companyName,
      standing: each.standing,
      signals: [...each.signals],
      note: each.note,
      share: euros(centsOf(each.accruedMicro)),
      created_at: each.createdAt.toISOString(),
    })),
  };
}

export function presentAgreement(row: PartnerRow): PartnerAgreement {
  const terms = termsOf(row);
  if (terms === null) throw new Error(`The partner ${row.id} has no terms.`);
  return { kind: row.kind, name: row.name, version: AGREEMENT_VERSION, terms };
}

export function presentRooms(
  row: PartnerRow,
  { statements, ...figures }: PartnerFigures & { readonly statements: readonly ListedStatement[] },
  publicUrl: string,
): PartnerRooms {
  const { kind, status } = row;
  const { stages, months, links } = figures;
  return {
    kind,
    status,
    terms: presentAgreement(row).terms,
    ...moneyOf(row, figures),
    links: links.map((link) => ({ ...presentLink(link), url: `${publicUrl}/r/${link.code}` })),
    stages,
    statements: statements.map(({ month, number, paidMinor, paidAt }) => ({
      month,
      number,
      paid: euros(paidMinor),
      paid_at: paidAt.toISOString(),
    })),
    months: months.map(({ month, micro }) => ({ month, share: euros(centsOf(BigInt(micro))) })),
  };
}

function presentLink({ id, code, label, visits, signUps, createdAt }: LinkFigures) {
  return { id, code, label, visits, sign_ups: signUps, created_at: createdAt.toISOString() };
}

function moneyOf({ earnedMinor }: Pick<PartnerRow, 'earnedMinor'>, { unsettledMinor, owedMinor }: PartnerMoney) {
  return { earned: euros(earnedMinor), unsettled: euros(unsettledMinor), owed: euros(owedMinor) };
}

function termsOf({ shareBps, capMinor }: Pick<PartnerRow, 'shareBps' | 'capMinor'>) {
  if (shareBps === null || capMinor === null) return null;
  return presentTerms({ shareBps, capMinor });
}

function presentTerms({ shareBps, capMinor }: PartnerTerms) {
  return { share_percent: formatTrimmed(BigInt(shareBps), 2), cap: euros(capMinor) };
}

function euros(minor: bigint): string {
  return formatAmount(minor, 2);
}
