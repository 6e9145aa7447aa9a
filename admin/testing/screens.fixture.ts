import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from '../../scripts/testing/browser.ts';
import { withDesk } from './browser.fixture.ts';
import { type BuiltFrontEnd, buildBackOffice } from './build.fixture.ts';
import { type MockServer, type MockState, startMockServer } from './mock-server.fixture.ts';

/** The spec's breakpoints (spec §9), and the narrowest phone. */
const WIDTHS = [320, 376, 426, 769, 850, 1441, 2561];
/** Four audits and seven layouts a screen: a bound for what hangs, on a machine that is busy. */
const PATIENCE_MS = 180_000;
const AUDITED: ReadonlySet<number> = new Set([376, 1441]);

export interface Screen {
  name: string;
  path: string;
  state?: Partial<MockState>;
  signedIn?: false;
  /** What to open before looking. */
  open?: (page: Page) => Promise<unknown>;
  /** On the way there the server refuses something, which browsers write to the console. */
  isRefused?: true;
}

/** Looks at each screen in every width, light and dark: axe, sideways scrolling, and what the browser complains about. */
export function describeScreens(title: string, screens: readonly Screen[]): void {
  describe(title, () => {
    const open = withDesk();
    let built: BuiltFrontEnd;
    let server: MockServer;

    beforeAll(async () => {
      built = await buildBackOffice();
      server = await startMockServer(built.dist);
    });
    afterAll(async () => {
      await server?.close();
      await built?.remove();
    });

    it.each(screens)(
      '$name: accessible, never wider than the window, without a complaint',
      async (screen) => {
        server.reset(structuredClone(screen.state ?? {}));
        const { page, complaints } = await open({ origin: server.url, signedIn: screen.signedIn ?? true });
        await page.goto(server.url + screen.path);
        await page.locator('h1').waitFor();
        await page.waitForLoadState('networkidle').catch(() => undefined);
        await screen.open?.(page);

        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await expectNoSidewaysScroll(page, `at ${width}`);
          if (!AUDITED.has(width)) continue;
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            await expectAccessible(page, `${colorScheme} at ${width}`);
          }
        }
        expect(complaints.filter((text) => !screen.isRefused || !isRefusal(text))).toEqual([]);
        await page.context().close();
      },
      PATIENCE_MS,
    );
  });
}

/** What a browser writes of an answer in the four hundreds. */
export function isRefusal(complaint: string): boolean {
  return /^error: Failed to load resource: .* status of 4\d\d /.test(complaint);
}
