import type { PartnerKind, PartnerTerms } from '../../domain/partners/terms.ts';
import { ruleFor, statusAfter } from '../../domain/process/table.ts';
import type { PartnerStatus } from '../../domain/state/partner-status.ts';
import { type PartnerEventType, partnerTable } from '../../domain/state/partner-table.ts';
import { type Decision, defineProcess } from '../process/define.ts';
import { lockRows } from '../process/lock.ts';
import { type PartnerRow, partnersTable } from './rows.ts';

/** A new link that leads to the agreement. */
export interface AgreementLink {
  readonly tokenHash: Buffer;
  readonly expiresAt: Date;
}

export type PartnerEvent =
  | { readonly type: 'take_up'; readonly reviewerId: string }
  | {
      readonly type: 'approve';
      readonly reviewerId: string;
      readonly evidence: string;
      readonly terms: PartnerTerms;
      readonly link: AgreementLink;
    }
  | { readonly type: 'accept'; readonly merchantId: string; readonly userId: string; readonly version: string }
  | { readonly type: 'decline' | 'pause' | 'end'; readonly note: string }
  | { readonly type: 'resume' };

interface PartnerProcessKind {
  readonly row: PartnerRow;
  readonly facts: { readonly row: PartnerRow };
  readonly event: PartnerEvent;
  readonly outcome: Decision & { readonly status: PartnerStatus };
  readonly answer: { readonly status: PartnerStatus; readonly kind: PartnerKind };
}

/** The commands that staff may give, for refusals that say which of them are possible. */
const STAFF_ACTS = ['take_up', 'approve', 'decline', 'pause', 'resume', 'end'] as const satisfies PartnerEventType[];

/** Partners and ambassadors, from their application to their end. */
export const partnerProcess = defineProcess<PartnerProcessKind>({
  name: 'partner',
  table: partnersTable,
  changes: [
    'version',
    'status',
    'reviewerId',
    'evidence',
    'note',
    'shareBps',
    'capMinor',
    'tokenHash',
    'tokenExpiresAt',
    'agreementVersion',
    'agreedAt',
    'agreedBy',
    'merchantId',
  ],
  lock: lockRows(partnersTable),
  decide: ({ row: { status } }, { event: { type } }) => {
    const { to } = ruleFor(partnerTable, { status, event: type, position: {} }, STAFF_ACTS);
    return { changed: true, effects: [], status: statusAfter(to, status) };
  },
  after: ({ before: { row }, step: { event, nowMs }, outcome: { status } }) => ({
    ...row,
    ...changesBy(event, nowMs),
    version: row.version + 1,
    status,
  }),
  effects: {},
  answer: ({ outcome: { status }, before: { row } }) => ({ status, kind: row.kind }),
});

function changesBy(event: PartnerEvent, nowMs: number): Partial<PartnerRow> {
  switch (event.type) {
    case 'take_up':
      return { reviewerId: event.reviewerId };
    case 'approve': {
      const { reviewerId, evidence, terms, link } = event;
      return { reviewerId, evidence, ...terms, tokenHash: link.tokenHash, tokenExpiresAt: link.expiresAt };
    }
    case 'accept': {
      const { merchantId, userId: agreedBy, version: agreementVersion } = event;
      // The link leads to nothing any more.
      const link = { tokenHash: null, tokenExpiresAt: null };
      return { ...link, merchantId, agreedBy, agreementVersion, agreedAt: new Date(nowMs) };
    }
    case 'decline':
      return { note: event.note, tokenHash: null, tokenExpiresAt: null };
    case 'pause':
    case 'end':
      return { note: event.note };
    case 'resume':
      return { note: null };
  }
}
