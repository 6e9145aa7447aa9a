import { fieldError } from '../../domain/errors.ts';
import { isDay } from '../../domain/text/day.ts';

/** The query parameters that all lists share. */
export interface RequestedList<Gate extends string, Sort extends string> {
  readonly page?: number;
  readonly per_page?: number;
  readonly sort?: Sort;
  readonly order?: 'asc' | 'desc';
  readonly search?: string;
  readonly gate_id?: Gate;
  /** Several by comma. */
  readonly ids?: string;
  readonly date_from?: string;
  readonly date_to?: string;
}

/**
 * The same as the database's queries take it; parameters that were not sent are left out. @throws DomainError
 * `validation_failed` for a day that is none
 */
export function listQueryOf<Gate extends string = never, Sort extends string = never>(
  query: RequestedList<Gate, Sort>,
) {
  return {
    page: query.page ?? 1,
    perPage: query.per_page ?? 25,
    sort: query.sort,
    order: query.order,
    search: query.search,
    gateId: query.gate_id,
    ids: query.ids?.split(','),
    ...periodOf(query),
  };
}

/** The requested period of a list. @throws DomainError `validation_failed` for a day that is none */
export function periodOf(query: Pick<RequestedList<never, never>, 'date_from' | 'date_to'>): {
  dateFrom?: Date;
  dateTo?: Date;
} {
  return {
    dateFrom: query.date_from === undefined ? undefined : momentOf('date_from', query.date_from, 'T00:00:00.000Z'),
    dateTo: query.date_to === undefined ? undefined : momentOf('date_to', query.date_to, 'T23:59:59.999Z'),
  };
}

/** A day means its begin or end in UTC; a moment without a zone is UTC. */
function momentOf(field: string, text: string, ofDay: string): Date {
  const full = text.includes('T') ? (/(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`) : `${text}${ofDay}`;
  const moment = new Date(full);
  if (Number.isNaN(moment.getTime()) || !isDay(text.slice(0, 10))) throw fieldError(field, 'There is no such day.');
  return moment;
}
