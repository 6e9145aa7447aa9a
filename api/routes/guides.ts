import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import type { ServerDeps } from '../deps.ts';
import { type FixedDocument, fixedDocument, sendFixed } from '../plugins/fixed-document.ts';

interface Guide {
  /** Where it is served; in `docs/` it is at the same place. */
  readonly path: string;
  readonly title: string;
  readonly about: string;
  readonly text: string;
}

/**
 * Serves the guides for developers as Markdown, as they are in `docs/` but for the gateway's address, and `/llms.txt`,
 * which lists them for programs that read instead of people (llmstxt.org).
 */
export function guideRoutes(app: App, { config }: Pick<ServerDeps, 'config'>): void {
  const { origin } = new URL(config.publicUrl);
  const guides = readGuides(origin);
  for (const { path, text } of guides) serve(app, path, 'text/markdown; charset=utf-8', () => text);
  serve(app, '/llms.txt', 'text/plain; charset=utf-8', () => overview(guides, origin));
}

function serve(app: App, path: string, type: string, text: () => string): void {
  const access = anyone('The documentation is public.');
  let made: Promise<FixedDocument> | undefined;
  app.get(path, { config: access, schema: { hide: true } }, async (request, reply) => {
    made ??= fixedDocument(type, text());
    return sendFixed(request, reply, await made);
  });
}

const DOCS = join(import.meta.dirname, '../../docs');

function readGuides(origin: string): Guide[] {
  const pagesIn = (folder: string) =>
    readdirSync(join(DOCS, folder)).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : []));
  const others = pagesIn('api').filter((name) => !FIRST.includes(name));
  const names = [...pagesIn('quickstart').sort(), ...FIRST, ...others, ...LAST];
  const pages = names.map((name) => `/docs/${name}`);
  const paths = new Set([...pages, '/docs/openapi.json', '/docs/asyncapi.json', PUBLIC_DOCUMENT]);
  return names.map((name) => {
    const path = `/docs/${name}`;
    const page = readFileSync(join(DOCS, name), 'utf8').replaceAll(LOCAL, origin);
    const text = withKnownLinks(page, path, paths);
    const [title = name, about = ''] = text.split('\n').filter((line) => line !== '');
    return { path, title: title.replace(/^# /, ''), about, text };
  });
}

/** The gateway of the examples; readers get the one that they read from. */
const LOCAL = 'http://localhost:8080';

/** The guides that a developer reads first, and those that only answer questions. */
const FIRST: readonly string[] = ['api/using.md', 'api/invoices.md', 'webhooks.md'];
const LAST: readonly string[] = ['states.md'];
const PUBLIC_DOCUMENT = '/docs/openapi.public.json';

/** Links to pages for operators, which are not served, become text. */
function withKnownLinks(text: string, path: string, known: ReadonlySet<string>): string {
  return text.replaceAll(/\[([^[\]\n]{1,200})\]\(([^()\s]{1,500})\)/g, (link, words: string, target: string) => {
    const { origin, pathname } = new URL(target, `${HERE}${path}`);
    return origin !== HERE || known.has(pathname) ? link : words;
  });
}

const HERE = 'https://gateway.invalid';

function overview(guides: readonly Guide[], origin: string): string {
  return [
    '# Tidegate',
    '',
    '> A gateway that accepts and sends crypto payments for shops. Amounts are decimal strings, never numbers. Ship an',
    '> order when `data.paid` of its invoice is true. Verify every webhook. Keys that begin with `tg_test_` act in sandbox.',
    '',
    '## API',
    '',
    `- [OpenAPI document](${origin}${PUBLIC_DOCUMENT}): every call with an API token, its fields, answers and errors`,
    '',
    '## Guides',
    '',
    ...guides.map(({ path, title, about }) => `- [${title}](${origin}${path}): ${about}`),
    '',
  ].join('\n');
}
