import type { Browser } from 'playwright-core';
import { inTurns, medians, type Pair } from './turns.ts';

const ROUNDS = 15;
/** A slow phone, or an old desk, beside this machine. */
const SLOWDOWN = 4;

/** A page that is opened again and again with empty caches. */
export interface TimedPage {
  readonly url: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Runs in the page: the moment it can be used has come. Asked at each change of the page. */
  readonly isUsable: (word: string) => unknown;
  /** The argument of `isUsable`. */
  readonly word?: string;
  /** Measures the first picture with content instead, as the browser itself tells of it. */
  readonly isPaintTimed?: true;
  /** The browser's local storage for this site. */
  readonly storage?: Readonly<Record<string, string>>;
}

/**
 * The medians of both pages in milliseconds from the start of the navigation, on a processor slowed to a quarter. They
 * take turns in the same browser, so that what else the machine does meets both.
 */
export async function timePages(browser: Browser, { value, reference }: Pair<TimedPage>): Promise<Pair<number>> {
  const work = {
    value: () => untilUsable(browser, value),
    reference: () => untilUsable(browser, reference),
  };
  // The first of each warms the browser up.
  await inTurns(1, work);
  return medians(await inTurns(ROUNDS, work));
}

/** Usable: the expected content is in the page, was painted, and the next task has run. */
async function untilUsable(browser: Browser, timed: TimedPage): Promise<number> {
  const context = await browser.newContext({ viewport: timed.viewport });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript((storage) => {
      for (const [name, value] of Object.entries(storage)) localStorage.setItem(name, value);
    }, timed.storage ?? {});
    await page.addInitScript(markWhen(timed));
    await page.goto(timed.url, { waitUntil: 'commit' });
    const entry = timed.isPaintTimed ? 'first-contentful-paint' : 'usable';
    await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, entry, { polling: 50 });
    return await page.evaluate((name) => performance.getEntriesByName(name)[0]?.startTime ?? 0, entry);
  } finally {
    await context.close();
  }
}

function markWhen({ isUsable, word = '' }: TimedPage): string {
  return `{
    const isUsable = ${isUsable.toString()};
    const observer = new MutationObserver(() => {
      if (!isUsable(${JSON.stringify(word)})) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => performance.mark('usable')));
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
  }`;
}
