/** A section of a guide. */
export interface Guide {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

const MAX_GUIDES = 30;
const MAX_BYTES = 200_000;

/** Reads the guides that the gateway lists in `/llms.txt`, by section. Only its own pages are read. */
export async function readGuides(url: string): Promise<Guide[]> {
  const overview = await read(new URL('/llms.txt', url));
  // The public address of the gateway may be another than this one; the paths are the same.
  const links = [...overview.matchAll(/\]\(([^()\s]{1,500})\)/g)].map(
    ([, target = '']) => new URL(target, url).pathname,
  );
  const pages = links.filter((path) => path.endsWith('.md')).slice(0, MAX_GUIDES);
  const guides = await Promise.all(pages.map(async (path) => sectionsOf(path, await read(new URL(path, url)))));
  return guides.flat();
}

async function read(url: URL): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new TypeError(`${url.pathname} answers ${response.status}.`);
  return (await response.text()).slice(0, MAX_BYTES);
}

function sectionsOf(url: string, text: string): Guide[] {
  const [head = '', ...sections] = text.split(/^## /m);
  const name = head.split('\n')[0]?.replace(/^# /, '') ?? '';
  const titled = sections.map((section) => ({ title: `${name}: ${section.split('\n')[0]}`, url, text: section }));
  return [{ title: name, url, text: head }, ...titled];
}

/** The three sections that have most of the words, each at most 1,500 characters. */
export function searchGuides(guides: readonly Guide[], query: string): string {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 2);
  const ranked = guides
    .map((guide) => ({ guide, score: scoreOf(guide, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, 3);
  if (ranked.length === 0) return 'Nothing found. Try other words.';
  return ranked.map(({ guide }) => `# ${guide.title} (${guide.url})\n${guide.text.slice(0, 1500)}`).join('\n\n');
}

function scoreOf({ title, text }: Guide, words: readonly string[]): number {
  const [head, body] = [title.toLowerCase(), text.toLowerCase()];
  return words.reduce((sum, word) => sum + (head.includes(word) ? 3 : 0) + (body.includes(word) ? 1 : 0), 0);
}
