import type { BrowserContext, Page } from 'playwright-core';
import { COLOR_RULES, expectAccessible, expectNoSidewaysScroll, openPage } from '../scripts/testing/browser.ts';

/** The result of a crawl. */
export interface Crawl {
  /** The paths of all pages that search engines may list, each by its canonical address. */
  readonly listed: readonly string[];
  /** How many addresses were opened, pages and others. */
  readonly opened: number;
  /** Findings that must not be: one line each, with the page that it was found on. */
  readonly findings: readonly string[];
}

export interface CrawlOptions {
  readonly context: BrowserContext;
  readonly origin: string;
  /** Where it begins. */
  readonly from: readonly string[];
  readonly widths: readonly number[];
  /** Lets axe look at each page too, light and dark. */
  readonly isWhole: boolean;
}

/**
 * Opens every page that can be reached by links, each once: nothing broken, no complaint of the browser, no request to
 * another host, no policy with `unsafe-*`, nothing to scroll sideways.
 */
export async function crawl(options: CrawlOptions): Promise<Crawl> {
  const { context, origin, from } = options;
  const { page, complaints } = await openPage(context, origin);
  /** Each path with the page that links to it first. */
  const found = new Map(from.map((path) => [path, 'the start']));
  const listed = new Set<string>();
  const findings: string[] = [];
  // A map keeps its order, and what is added while it is read comes at the end.
  const follow = (links: readonly string[], linkedFrom: string) => {
    for (const link of links) {
      const { origin: site, pathname, search, protocol } = new URL(link, origin);
      if (site === origin && protocol.startsWith('http') && !found.has(pathname + search)) {
        found.set(pathname + search, linkedFrom);
      }
    }
  };
  for (const [path, linkedFrom] of found) {
    const { headers, problem, isPage, leadsTo } = await ask(origin + path);
    if (problem !== undefined) findings.push(`${path}, linked from ${linkedFrom}: ${problem}`);
    follow(leadsTo, path);
    if (problem !== undefined || !isPage) continue;
    if (headers.get('content-security-policy')?.includes('unsafe') !== false) findings.push(`${path}: its policy`);
    await page.goto(origin + path);
    if (headers.get('x-robots-tag') === null) listed.add(await canonicalOf(page));
    findings.push(...(await look(page, path, options)));
    const said = complaints.splice(0).filter((complaint) => !(BACK_OFFICE.has(path) && complaint.endsWith(STRANGER)));
    findings.push(...said.map((complaint) => `${path}: ${complaint}`));
    follow(await linksOn(page), path);
  }
  await page.close();
  return { listed: [...listed], opened: found.size, findings };
}

/** The back office asks who is signed in, and leads a stranger to sign-in: the browser notes the answer. */
const BACK_OFFICE: ReadonlySet<string> = new Set(['/dashboard', '/integration']);
const STRANGER = 'the server responded with a status of 401 (Unauthorized)';

interface Answer {
  readonly headers: Headers;
  readonly isPage: boolean;
  readonly problem?: string;
  /** Where it redirects to; a mailbox of support is no page. */
  readonly leadsTo: readonly string[];
}

async function ask(url: string): Promise<Answer> {
  const answer = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' });
  await answer.body?.cancel();
  const { headers, status } = answer;
  // A page that is saved, such as the offline verifier, is not opened here.
  const isSaved = headers.get('content-disposition')?.startsWith('attachment') ?? false;
  const isPage = !isSaved && (headers.get('content-type')?.startsWith('text/html') ?? false);
  const target = headers.get('location');
  const isFine = status < 400 || isErrorPage(url, status);
  return {
    headers,
    isPage: isPage && target === null,
    leadsTo: target === null ? [] : [target],
    ...(isFine ? {} : { problem: `answers ${status}` }),
  };
}

/** The error pages of spec §2 have their own status. */
function isErrorPage(url: string, status: number): boolean {
  return url.endsWith(`/system/${status}`);
}

async function look(page: Page, path: string, { widths, isWhole }: CrawlOptions): Promise<string[]> {
  const findings: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page, `${path}, ${width}`).catch((error: Error) => findings.push(error.message));
  }
  if (!isWhole) return findings;
  await page.setViewportSize({ width: 376, height: 900 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const where = `${path}, ${colorScheme}`;
    await expectAccessible(page, where, colorScheme === 'light' ? {} : COLOR_RULES).catch((error: Error) =>
      findings.push(error.message),
    );
  }
  return findings;
}

/** Where its links, and the languages that it is also written in, lead. */
function linksOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement | HTMLLinkElement>('a[href], link[rel="alternate"]')].map(
      ({ href }) => href.split('#', 1)[0] ?? '',
    ),
  );
}

async function canonicalOf(page: Page): Promise<string> {
  const href = await page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href);
  return href === undefined ? `${new URL(page.url()).pathname} without a canonical address` : new URL(href).pathname;
}
