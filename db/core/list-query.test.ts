import { describe, expect, test } from 'vitest';
import { filterConditions, likeOf, orderBy, whereOfProfile } from './list-query.ts';

describe('a list', () => {
  test('is of one profile, whatever it is narrowed by', () => {
    expect(whereOfProfile('p', filterConditions({}))).toEqual({ where: 'profile_id = $1', bind: ['p'] });
    const requested = [...filterConditions({ gateId: 'BTC', status: ['done'] }), [likeOf(' '), () => 'never'] as const];
    expect(whereOfProfile('p', requested, 'paid IS NULL')).toEqual({
      where: 'profile_id = $1 AND status = ANY($2::text[]) AND gate_id = $3 AND paid IS NULL',
      bind: ['p', ['done'], 'BTC'],
    });
  });

  test('comes in one order only, also among equals', () => {
    expect(orderBy('id')).toBe('id DESC');
    expect(orderBy('amount_minor', 'asc')).toBe('amount_minor ASC NULLS LAST, id ASC');
  });

  test('is searched to the letter, not by patterns', () => {
    expect(likeOf(' 50%_off\\ ')).toBe('%50\\%\\_off\\\\%');
    expect(likeOf()).toBeNull();
  });
});
