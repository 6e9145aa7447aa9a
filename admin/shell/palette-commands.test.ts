import { expect, it } from 'vitest';
import { permissionsOf, type Role } from '../../domain/accounts/permissions.ts';
import type { Profile } from '../data/session.ts';
import { commands, matching, moved } from './palette-commands.ts';

const who = (role: Role, mode: Profile = 'sandbox') => ({
  active_profile_type: mode,
  role,
  permissions: [...permissionsOf(role)],
});

it('offers nobody what the role gets refused', () => {
  const viewer = commands(who('viewer'));
  expect(viewer.do.map(({ id }) => id)).toEqual(['decide', 'mode']);
  expect(viewer.go.map(({ id }) => id)).not.toContain('/integration/api');
  expect(commands(who('support')).do.map(({ id }) => id)).toEqual(['create', 'request', 'payout', 'decide', 'mode']);
});

it('finds commands by words in any order', () => {
  const { go } = commands(who('admin'));
  expect(matching(go, 'requests pay').map(({ label }) => label)).toEqual(['Payment requests']);
  const { do: acts } = commands(who('admin'));
  const [request] = matching(acts, 'payment request');
  expect(request?.run).toEqual({ to: '/payment-request/create-invoice' });
  expect(matching(go, '')).toHaveLength(go.length);
  expect(matching(go, 'zzz')).toEqual([]);
});

it('offers the other mode', () => {
  expect(commands(who('admin')).do.at(-1)?.run).toEqual({ mode: 'production' });
  expect(commands(who('admin', 'production')).do.at(-1)?.run).toEqual({ mode: 'sandbox' });
});

it('moves around the ends, and stays where there is nothing', () => {
  expect(moved(2, 3, 'ArrowDown')).toBe(0);
  expect(moved(0, 3, 'ArrowUp')).toBe(2);
  expect(moved(1, 3, 'End')).toBe(2);
  expect(moved(1, 3, 'x')).toBeNull();
  expect(moved(0, 0, 'ArrowDown')).toBeNull();
});
