import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { permissionFor } from './data/access.ts';
import { resources } from './resources.ts';
import { appRoutes, routesOf } from './routes.tsx';
import { isAppPath, navigationOf, pathsOf } from './shell/app-paths.ts';
import { toys } from './testing/toys/index.fixture.ts';
import { openedTabs } from './testing/toys/list.fixture.ts';
import { rooms } from './testing/toys/rooms.fixture.ts';

const withToys = [...resources, toys];

it('a resource is registered by one line: navigation, paths and access follow', () => {
  expect(navigationOf(withToys).at(-1)).toEqual(toys.menu);
  expect(['/toys', '/toys/7', '/toys/7/8', '/toy'].map((path) => isAppPath(path, withToys))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isAppPath('/toys')).toBe(false);
  expect(permissionFor('toys', 'list', withToys)).toBe('merchant_deposit_viewAny');
  expect(permissionFor('toys/broken', 'list', withToys)).toBe('merchant_deposit_export');
});

it('a room is loaded when it is opened, with the tab that its address opens', async () => {
  const [list, old, one] = routesOf([rooms]);
  expect([list, old, one].map((route) => route?.path)).toEqual(['/toys', '/toys/old', '/toys/:id']);
  expect(old?.chunk).toBeUndefined();
  expect(list?.chunk?.loaded()).toBeUndefined();
  await list?.chunk?.load();
  const Page = list?.chunk?.loaded();
  expect(Page && renderToStaticMarkup(createElement(Page))).toBe('<h1>Toys</h1>');
  expect(openedTabs).toEqual(['first']);
});

it('each path has its room, once', () => {
  expect(appRoutes.map(({ path }) => path).toSorted()).toEqual(
    pathsOf(resources)
      .map((path) => `/${path}`)
      .toSorted(),
  );
});

it('the server serves the page at each of them', () => {
  const server = readFileSync(new URL('../api/routes/admin-page.ts', import.meta.url), 'utf8');
  const unserved = pathsOf(resources).filter((path) => !server.includes(`'/${path.split('/', 1)[0]}'`));
  expect(unserved).toEqual([]);
});
