import type { BusinessBody, PersonBody } from '../../api/contract/verification.ts';

/** What a merchant says of the business (spec §1 "business verification"). */
export type BusinessData = BusinessBody;

/** What kind of person somebody is to the business; the share is 1 to 100, of an owner. */
export type PersonRoles = Pick<PersonBody, 'is_owner' | 'is_representative' | 'share_percent'>;

/** A beneficial owner or a representative. */
export type PersonData = Omit<PersonBody, keyof PersonRoles>;

export interface CasePerson extends PersonBody {
  readonly id: string;
}

/** From this share on a person is a beneficial owner and must be named. */
export const OWNER_SHARE_PERCENT = 25;
