import type { TurnoverRange } from '../accounts/business.ts';
import { always, type Condition, type StateTable } from '../process/table.ts';

/** The statuses of a merchant, which limit what each of their requests may do (spec §4). */
export const MERCHANT_STATUSES = ['new', 'email_verified', 'active', 'verified', 'blocked'] as const;
export type MerchantStatus = (typeof MERCHANT_STATUSES)[number];

export interface Company {
  readonly name: string;
  /** Null of a partner, who sells nothing. */
  readonly turnover: TurnoverRange | null;
  /** An http(s) address. */
  readonly website: string;
}

export type MerchantEvent =
  | { readonly type: 'email_confirmed' | 'production_opens' | 'production_closes' }
  | { readonly type: 'company_named'; readonly company: Company };

export interface MerchantPosition {
  readonly hasCompany: boolean;
}

const unnamed: Condition<MerchantPosition> = {
  description: 'the company has no name yet',
  isMet: ({ hasCompany }) => !hasCompany,
};

const stays = [{ when: always, to: 'same' }] as const;
const cannotName = [{ when: always, to: 'refused', code: 'conflict' }] as const;
/** Repeating a confirmation or opening production twice changes nothing. */
const changesNothing = { email_confirmed: stays, production_opens: stays, production_closes: stays } as const;

/** `blocked` is set and removed by hand in the database; no event leads into or out of it. */
export const merchantTable: StateTable<MerchantStatus, MerchantEvent['type'], MerchantPosition, never, never> = {
  new: { ...changesNothing, email_confirmed: [{ when: always, to: 'email_verified' }], company_named: cannotName },
  email_verified: { ...changesNothing, company_named: [{ when: unnamed, to: 'active' }, ...cannotName] },
  active: { ...changesNothing, company_named: cannotName, production_opens: [{ when: always, to: 'verified' }] },
  verified: { ...changesNothing, company_named: cannotName, production_closes: [{ when: always, to: 'active' }] },
  blocked: { ...changesNothing, company_named: cannotName },
};
