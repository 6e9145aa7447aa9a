import { describe, expect, it } from 'vitest';
import { toListQuery } from './list-query.ts';

const rest = (query: Record<string, unknown>) =>
  `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]))}`;
const queryOf = (query: Record<string, unknown>) => Object.fromEntries(new URLSearchParams(toListQuery(rest(query))));

describe('the query of a list', () => {
  it('turns ranges into pages', () => {
    expect(queryOf({ range: [0, 14] })).toEqual({ page: '1', per_page: '15' });
    expect(queryOf({ range: [50, 74] })).toEqual({ page: '3', per_page: '25' });
  });

  it('turns sort into sort and order', () => {
    expect(queryOf({ sort: ['created_at', 'DESC'] })).toEqual({ sort: 'created_at', order: 'desc' });
  });

  it('leaves the order to the API where no list requests one', () => {
    expect(queryOf({ sort: ['id', 'DESC'], filter: { id: ['a'] } })).toEqual({ ids: 'a', per_page: '100' });
  });

  it('joins several statuses and ids by comma', () => {
    expect(queryOf({ filter: { status: ['invalid', 'error'] } })).toEqual({ status: 'invalid,error' });
    expect(queryOf({ filter: { id: ['a', 'b'] } })).toEqual({ ids: 'a,b', per_page: '100' });
  });

  it('leaves out what is empty, as the API refuses empty text', () => {
    expect(queryOf({ filter: { search: '  ', status: [], gate_id: undefined, date_from: '' } })).toEqual({});
  });

  it('counts days from their first to their last moment where the user is', () => {
    const { date_from, date_to } = queryOf({ filter: { date_from: '2026-11-01', date_to: '2026-11-20' } });
    expect(new Date(date_from ?? '').getTime()).toBe(new Date(2026, 10, 1).getTime());
    expect(new Date(date_to ?? '').getTime()).toBe(new Date(2026, 10, 21).getTime() - 1);
  });
});
