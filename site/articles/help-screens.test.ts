import { describe, expect, test } from 'vitest';
import { appRoutes } from '../../admin/routes.tsx';
import { articlesFor } from '../../admin/shell/help-links.ts';
import { helpByScreen } from '../build/search-index.ts';
import { readArticles } from './read-articles.ts';

/** Its readers have no account; the contact page links to it. */
const FOR_PAYERS = ['/support/articles/i-paid-and-nothing-shows'];

describe('the help articles', async () => {
  const help = (await readArticles()).filter(({ kind }) => kind === 'help');
  const byScreen = helpByScreen(help);

  test('are each linked from the screen of the back office that makes people ask', () => {
    const unlinked = help.filter(
      ({ screen, path }) =>
        screen === undefined || !articlesFor(byScreen, screen).some((linked) => linked.path === path),
    );
    expect(unlinked.map(({ path }) => path)).toEqual(FOR_PAYERS);
    expect(help.length).toBeGreaterThanOrEqual(40);
  });

  test('name screens that exist', () => {
    const screens = new Set(appRoutes.map(({ path }) => path));
    expect(Object.keys(byScreen).filter((screen) => !screens.has(screen))).toEqual([]);
  });
});
