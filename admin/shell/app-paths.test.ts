import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { resources } from '../resources.ts';
import { hasFooter, toErrorCode } from '../system/error-codes.ts';
import { isAppPath, NAVIGATION, pathsOf } from './app-paths.ts';

it('lists the sidebar in the order of the spec', () => {
  expect(NAVIGATION.map(({ path }) => path.slice(1))).toEqual([
    'dashboard',
    'balance',
    'history',
    'integration',
    'payouts',
    'withdrawals',
    'payment-request',
  ]);
});

it('knows the routes of the spec and no others', () => {
  for (const path of [
    '/history/details',
    '/integration/api/edit-token/7',
    '/withdrawals/edit/method',
    '/fees',
    '/balance/',
  ]) {
    expect(isAppPath(path), path).toBe(true);
  }
  for (const path of ['/history/other', '/nothing', '/integration/api/edit-token', '/historyx']) {
    expect(isAppPath(path), path).toBe(false);
  }
});

it('shows a footer on 404, 403 and 500 only, and takes unknown codes for a missing page', () => {
  expect([403, 404, 410, 500, 503, 1001, 1002].filter((code) => hasFooter(toErrorCode(code)))).toEqual([403, 404, 500]);
  expect(toErrorCode('418')).toBe(404);
  expect(toErrorCode('1001')).toBe(1001);
});

it('every route of the back office is looked at by a test of screens', () => {
  const root = new URL('..', import.meta.url);
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.browser.test.ts'))
    .map((path) => readFileSync(new URL(path, root), 'utf8'))
    .filter((source) => /describeScreens\(|expectAccessible(Look)?\(/.test(source))
    .join('\n');
  // Other addresses of pages that are looked at.
  const withoutPage = ['withdrawals/edit/method', 'payment-request/new'];
  const unseen = pathsOf(resources).filter((path) => {
    const literal = path.replace(/:\w+$/, '');
    const isMentioned = new RegExp(`['"\`}]/${literal}${literal.endsWith('/') ? '' : '[\'"`?]'}`).test(sources);
    return !isMentioned && !withoutPage.some((each) => each === path);
  });
  expect(unseen).toEqual([]);
});
