import type { Industry, TurnoverRange } from '../accounts/business.ts';

/** The merchant's answers about the business (spec §1 "business verification"); countries are ISO 3166-1 alpha-2. */
export interface BusinessData {
  readonly legal_name: string;
  readonly registration_number: string;
  readonly country: string;
  readonly street: string;
  readonly city: string;
  readonly postal_code: string;
  /** A calendar day, ISO 8601. */
  readonly incorporated_on: string;
  readonly industry: Industry;
  readonly turnover: TurnoverRange;
  readonly website: string;
  readonly description: string;
  readonly source_of_funds: string;
}

/** How a person is connected to the business; an owner has a share of 1 to 100 percent, others have null. */
export interface PersonRoles {
  readonly is_owner: boolean;
  readonly is_representative: boolean;
  readonly share_percent: number | null;
}

/** A beneficial owner or a representative. */
export interface PersonData {
  readonly full_name: string;
  /** A calendar day, ISO 8601. */
  readonly birth_date: string;
  readonly nationality: string;
  readonly country: string;
  readonly street: string;
  readonly city: string;
  readonly postal_code: string;
  /** Holds or held a prominent public office, or is close to somebody who does. */
  readonly politically_exposed: boolean;
}

export interface CasePerson extends PersonData, PersonRoles {
  readonly id: string;
}

/** From this share on a person is a beneficial owner and must be named. */
export const OWNER_SHARE_PERCENT = 25;
