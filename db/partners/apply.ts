import type { ContactEntry } from '../../domain/forms/contact.ts';
import { newId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import type { PartnerKind } from '../../domain/partners/terms.ts';
import type { Tx } from '../core/sequelize.ts';
import { lockUntilCommit } from '../core/sql.ts';
import { begin } from '../process/begin.ts';
import { partnerProcess } from './process.ts';
import { type PartnerRow, partnersTable } from './rows.ts';

/** The kind that each form of the public pages applies for. */
const KINDS: Readonly<Partial<Record<ContactEntry['kind'], PartnerKind>>> = {
  'contact-us-partner': 'partner',
  partner: 'ambassador',
};

interface Applying {
  readonly entry: ContactEntry;
  /** Of the message. */
  readonly reference: string;
  readonly language: Language;
  readonly nowMs: number;
}

/**
 * Makes an application of a form that applies for one, beside the message that staff read. An address that has an
 * open application, or is a partner already, has no second one: the message alone is kept.
 */
export async function applyAsPartner(tx: Tx, { entry, reference, language, nowMs }: Applying): Promise<void> {
  const kind = KINDS[entry.kind];
  if (kind === undefined) return;
  const email = entry.email.toLowerCase();
  // Two forms of one address at once are one after the other.
  await lockUntilCommit(tx, `partner:${kind}:${email}`);
  const known = await partnersTable.find(tx, { email, kind }, { columns: ['status'] });
  if (known.some(({ status }) => status !== 'ended' && status !== 'declined')) return;
  const { company = null, website = '', subscribers, daily_visitors: visitors } = entry.details;
  const row: PartnerRow = {
    ...EMPTY,
    id: newId(),
    kind,
    reference,
    name: entry.name,
    email,
    language,
    company,
    website,
    subscribers: countOf(subscribers),
    dailyVisitors: countOf(visitors),
    createdAt: new Date(nowMs),
    updatedAt: new Date(nowMs),
  };
  await begin(tx, partnerProcess, { facts: { row }, events: [], nowMs });
}

const EMPTY = {
  version: 1,
  status: 'applied',
  reviewerId: null,
  evidence: null,
  note: null,
  shareBps: null,
  capMinor: null,
  tokenHash: null,
  tokenExpiresAt: null,
  agreementVersion: null,
  agreedAt: null,
  agreedBy: null,
  merchantId: null,
  accruedMicro: 0n,
  earnedMinor: 0n,
  settledMinor: 0n,
} as const;

function countOf(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text);
}
