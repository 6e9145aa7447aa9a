import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { tabTo } from '../../scripts/testing/browser.ts';
import { PATIENCE_MS, withConsole } from './console.fixture.ts';

const staff = withConsole();
const ROOMS = [
  'cases',
  'operations',
  'reports',
  'claims',
  'alerts',
  'deletions',
  'visitors',
  'partners',
  'card-orders',
  'custody',
  'treasury',
  'bank',
  'updates',
  'audit',
  'looks',
];
/** Opened by the button of this name on the page of the room. */
const DIALOGS = [
  ['operations', 'Suspend an operation'],
  ['custody', 'Stop everything, production'],
  ['treasury', 'Change limits of BTC'],
] as const;

it('every room can be used by keyboard alone, and shows where one is', { timeout: PATIENCE_MS }, async () => {
  const { page, leave } = await staff.deskOf('mlro', 'Mira Lind');
  for (const room of ROOMS) {
    await page.goto(`${staff.origin}/compliance/${room}`);
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle').catch(() => undefined);
    const walk = await walkByTab(page);
    expect(walk.missed, `${room}: what the keyboard does not reach`).toEqual([]);
    expect(walk.unseen, `${room}: focus that nobody sees`).toEqual([]);
  }
  await leave();
});

it('dialogs open with the focus within, close by Escape, and give it back', { timeout: PATIENCE_MS }, async () => {
  const { page, leave } = await staff.deskOf('mlro', 'Ida Strand');
  for (const [room, name] of DIALOGS) {
    await page.goto(`${staff.origin}/compliance/${room}`);
    await page.getByRole('button', { name, exact: true }).waitFor();
    await tabTo(page, name);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const isWithin = () => dialog.evaluate((element) => element.contains(document.activeElement));
    await expect.poll(isWithin, { message: name }).toBe(true);
    // Round and round: the page behind is out of reach.
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      expect(await isWithin(), `${name}, step ${step}`).toBe(true);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
    await expect.poll(focused, { message: name }).toContain(name);
  }
  await leave();
});

/** Presses Tab from the top of the page until it comes round. */
async function walkByTab(page: Page): Promise<{ readonly missed: string[]; readonly unseen: string[] }> {
  await page.evaluate(() => {
    const nameOf = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '').trim() || element.outerHTML.slice(0, 80);
    // The ring may be drawn by what is around a field.
    const looksOf = (element: Element) => {
      const around = [element, element.parentElement, element.closest('.MuiInputBase-root')].filter(
        (each) => each !== null,
      );
      const drawn = around.flatMap((each) => [each, ...each.querySelectorAll(':scope > fieldset')]);
      return drawn
        .map((each) => {
          const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(each);
          return [outline, boxShadow, borderColor, backgroundColor].join();
        })
        .join('|');
    };
    Object.assign(window, {
      keyboardWalk: { nameOf, looksOf, reached: new Set<Element>(), seen: [] as [Element, string][] },
    });
    (document.activeElement as HTMLElement | null)?.blur();
  });
  for (let step = 0; step < MOST_STOPS; step += 1) {
    await page.keyboard.press('Tab');
    const isRound = await page.evaluate(() => {
      const walk = (window as unknown as KeyboardWindow).keyboardWalk;
      const element = document.activeElement;
      if (element === null || element === document.body) return walk.reached.size > 0;
      if (walk.reached.has(element)) return true;
      walk.reached.add(element);
      walk.seen.push([element, walk.looksOf(element)]);
      return false;
    });
    if (isRound) break;
  }
  return page.evaluate(() => {
    const walk = (window as unknown as KeyboardWindow).keyboardWalk;
    (document.activeElement as HTMLElement | null)?.blur();
    const unseen = walk.seen
      .filter(([element, looks]) => walk.looksOf(element) === looks)
      .map(([each]) => walk.nameOf(each));
    const usable = [
      ...document.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input:not(:disabled), select'),
    ];
    const missed = usable
      .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.tabIndex >= 0)
      .filter((each) => !walk.reached.has(each))
      .map(walk.nameOf);
    return { missed, unseen };
  });
}

interface KeyboardWindow {
  readonly keyboardWalk: {
    readonly nameOf: (element: Element) => string;
    readonly looksOf: (element: Element) => string;
    readonly reached: Set<Element>;
    readonly seen: [Element, string][];
  };
}

/** More than any room has. */
const MOST_STOPS = 120;
