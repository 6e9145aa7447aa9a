import { expect, test } from 'vitest';
import { articlesFor } from './help-links.ts';

const one = [{ path: '/support/articles/one', title: 'One' }];
const two = [{ path: '/support/articles/two', title: 'Two' }];

test('a screen has the articles of its own path, else of the nearest one above it', () => {
  const byScreen = { '/payouts': one, '/payouts/method': two };
  expect(articlesFor(byScreen, '/payouts')).toEqual(one);
  expect(articlesFor(byScreen, '/payouts/method')).toEqual(two);
  expect(articlesFor(byScreen, '/payouts/details')).toEqual(one);
  expect(articlesFor(byScreen, '/payoutsx')).toEqual([]);
  expect(articlesFor({}, '/payouts')).toEqual([]);
});
