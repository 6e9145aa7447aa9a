import { formatMoment } from '../i18n/format.ts';

/** A request by one person that another person with another role must confirm. */
export interface PeopleRequest {
  readonly id: string;
  readonly reason: string;
  readonly requested_by: string;
  readonly requested_at: string;
  readonly confirmable: boolean;
}

/** A request as texts name it. */
export function requestWords({ requested_by: name, requested_at: at, reason }: PeopleRequest) {
  return { name, at: formatMoment(at), reason };
}
