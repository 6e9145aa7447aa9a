import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  expectAccessibleLook,
  expectNoSidewaysScroll,
  expectWordsInside,
  showAt,
  type Visit,
} from '../../scripts/testing/browser.ts';
import { type Picture, writeContactSheet } from '../../scripts/testing/contact-sheet.ts';
import { withBackOffice } from './back-office.fixture.ts';
import { withDesk } from './browser.fixture.ts';
import type { MockState } from './mock-server.fixture.ts';

/** The spec's breakpoints (spec §9), and the narrowest phone. */
const WIDTHS = [320, 376, 426, 769, 850, 1441, 2561];
/** Four audits and seven layouts a screen: a bound for what hangs, on a machine that is busy. */
const PATIENCE_MS = 180_000;
const AUDITED: ReadonlySet<number> = new Set([376, 1441]);
/** Drawn for the contact sheets: a phone, the narrowest of the wide layouts, a desk. */
const DRAWN: ReadonlySet<number> = new Set([376, 850, 1441]);

export interface Screen {
  name: string;
  path: string;
  state?: Partial<MockState>;
  signedIn?: false;
  /** Opens dialogs or menus before the screenshot. */
  open?: (page: Page) => Promise<unknown>;
  /** On the way there the server refuses something, which browsers write to the console. */
  isRefused?: true;
  /** The server never answers with what is listed, so the screen is looked at while it waits. */
  hangs?: true;
}

/** A folder for a contact sheet of each screen and its words as they are read aloud, for a person to look at. */
const SHEETS = process.env.TIDEGATE_CONTACT_SHEETS;

/**
 * Looks at each screen in every width, light and dark: axe, sideways scrolling, and what the browser complains about.
 */
export function describeScreens(title: string, screens: readonly Screen[]): void {
  describe(title, () => {
    const open = withDesk();
    const server = withBackOffice();

    // One person looks at all of them in one tab, which keeps the code that it loaded and compiled, but nothing else.
    let desk: Visit | undefined;
    const openScreen = async (screen: Screen): Promise<Visit> => {
      if (screen.signedIn === false) return open({ origin: server.url, signedIn: false });
      desk ??= await openDesk();
      desk.complaints.length = 0;
      await desk.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await desk.page.setViewportSize({ width: 1441, height: 900 });
      return desk;
    };
    const openDesk = async (): Promise<Visit> => {
      const visit = await open({ origin: server.url });
      // Unsaved input may be discarded.
      visit.page.on('dialog', (dialog) => void (dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()));
      return visit;
    };
    const leave = async (visit: Visit) => {
      const { context, page } = visit;
      if (visit !== desk) return context.close();
      // Of the same origin and without script: nothing of the screen goes on, and the tab keeps its process.
      await page.goto(`${server.url}/help-by-screen.json`);
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await context.clearCookies();
    };

    it.each(screens)(
      '$name: accessible, never wider than the window, without a complaint',
      async (screen) => {
        server.reset(structuredClone(screen.state ?? {}));
        const visit = await openScreen(screen);
        const { page, complaints } = visit;
        onTestFinished(() => leave(visit));
        await page.goto(server.url + screen.path);
        await page.locator('h1').waitFor();
        if (!screen.hangs) await page.waitForLoadState('networkidle').catch(() => undefined);
        await screen.open?.(page);

        const dialogs = page.locator('[role=dialog][aria-modal=true]');
        let openDialogs = 0;
        const pictures: Picture[] = [];
        for (const width of WIDTHS) {
          await showAt(page, width);
          // Nobody loses what they typed because they turned their tablet. One may still be on its way.
          const openHere = await dialogs.count();
          expect(openHere, `dialogs at ${width}`).toBeGreaterThanOrEqual(openDialogs);
          openDialogs = openHere;
          await expectNoSidewaysScroll(page, `at ${width}`);
          await expectWordsInside(page, `at ${width}`);
          expect(await untidyOf(page), `at ${width}`).toEqual(TIDY);
          if (width === WIDE_PX) expect([null, TITLE_LEFT_PX]).toContain(await titleLeftOf(page));
          const isDrawn = SHEETS !== undefined && DRAWN.has(width);
          if (!AUDITED.has(width) && !isDrawn) continue;
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            if (AUDITED.has(width)) await expectAccessibleLook(page, screen.name, { width, colorScheme });
            if (isDrawn)
              pictures.push({ name: `${width} ${colorScheme}`, png: await page.screenshot({ fullPage: true }) });
          }
        }
        expect(complaints.filter((text) => !screen.isRefused || !isRefusal(text))).toEqual([]);
        await keepSheet(page, screen.name, pictures);
      },
      PATIENCE_MS,
    );
  });
}

async function keepSheet(page: Page, name: string, pictures: readonly Picture[]): Promise<void> {
  const browser = page.context().browser();
  if (SHEETS === undefined || browser === null) return;
  await mkdir(SHEETS, { recursive: true });
  const file = join(SHEETS, name.replaceAll(/[^a-z0-9]+/gi, '-'));
  await writeFile(`${file}.yml`, await page.locator('body').ariaSnapshot());
  await writeContactSheet(browser, `${file}.png`, pictures);
}

/** No untidy word of any kind. */
export const TIDY = {
  rawDates: [],
  rawWords: [],
  euroWords: [],
  headingsTwice: [],
  buttonsTwice: [],
  refusalsTwice: [],
};

/**
 * Defects that no screen may have: dates and names as machines write them, outside of code; euro without their sign;
 * headings and filled buttons that are there twice, as one is the main thing; a refused code that is said at its field
 * and in a notice.
 */
export function untidyOf(page: Page): Promise<Record<keyof typeof TIDY, string[]>> {
  return page.evaluate(() => {
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
      const isShown = node.parentElement?.closest('code, pre, script, style, textarea') === null;
      if (isShown) texts.push(node.nodeValue ?? '');
    }
    const twice = (all: readonly string[]) => all.filter((text, at) => all.indexOf(text) !== at);
    const filled = [...document.querySelectorAll<HTMLElement>('main .MuiButton-contained')];
    const codes = [...document.querySelectorAll('input[autocomplete=one-time-code]')];
    const atCodes = codes.flatMap(
      (code) =>
        code.closest('.MuiFormControl-root')?.querySelector('.MuiFormHelperText-root.Mui-error')?.textContent ?? [],
    );
    const notices = [...document.querySelectorAll('[data-kind]')].map(({ textContent }) => textContent.trim());
    return {
      rawDates: texts.filter((text) => /\d{4}-\d\d-\d\dT\d\d:/.test(text)),
      rawWords: texts.filter((text) => /^[a-z]+(_[a-z]+)+$/.test(text.trim())),
      headingsTwice: twice([...document.querySelectorAll('main h2')].map(({ textContent }) => textContent.trim())),
      // Sentences of the server name the currency.
      euroWords: texts.filter((text) => /^[−+]?[\d,.]+ EUR\b/.test(text.trim())),
      buttonsTwice: twice(
        filled.filter((button) => button.checkVisibility()).map(({ textContent }) => textContent.trim()),
      ),
      refusalsTwice: atCodes.filter((text) => text !== '' && notices.includes(text)),
    };
  });
}

const WIDE_PX = 1441;
/** Beside the navigation, with the margin of the page. */
const TITLE_LEFT_PX = 264;

/** Where the title of a page of the back office begins; null on pages without its navigation. */
function titleLeftOf(page: Page): Promise<number | null> {
  return page.evaluate(() => {
    const title = document.querySelector('main h1');
    if (document.querySelector('[data-rail]') === null || title === null) return null;
    return Math.round(title.closest('header')?.getBoundingClientRect().left ?? title.getBoundingClientRect().left);
  });
}

/** Whether the browser's console message only reports an answer that is a refusal or a failure. */
export function isRefusal(complaint: string): boolean {
  return /^error: Failed to load resource: .* status of (4\d\d|500) /.test(complaint);
}
