import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml, renderMarkdown, type Section } from '../articles/markdown.ts';
import { codeFigure, fenceTitle } from './code.ts';

/** A page of `docs/` for developers, as HTML. */
export interface Guide {
  /** Its address on the site. */
  readonly path: string;
  /** Where the gateway serves its Markdown. */
  readonly markdown: string;
  readonly title: string;
  /** Its first paragraph, without markup. */
  readonly about: string;
  readonly html: string;
  readonly sections: readonly Section[];
}

const DOCS = join(import.meta.dirname, '../../docs');

/** The quickstarts, the guides of the API and the one of webhooks. */
export async function readGuides(): Promise<readonly Guide[]> {
  const pagesIn = async (folder: string) =>
    (await readdir(join(DOCS, folder))).filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`);
  const names = [...(await pagesIn('quickstart')), ...(await pagesIn('api')), 'webhooks.md'].sort();
  const known = new Map(names.map((name) => [`/docs/${name}`, guidePath(name)]));
  return Promise.all(names.map(async (name) => readGuide(name, await readFile(join(DOCS, name), 'utf8'), known)));
}

/** The page of a file of `docs/`: `quickstart/express.md` is at `/developers/quickstart-express`. */
export function guidePath(name: string): string {
  return `/developers/${name.replace(/\.md$/, '').replaceAll('/', '-')}`;
}

/** @param known the pages by the addresses of their Markdown */
export function readGuide(name: string, text: string, known: ReadonlyMap<string, string>): Guide {
  const [, title, rest] = /^# (.+)\n\n([\s\S]*)$/.exec(text) ?? [];
  if (title === undefined || rest === undefined) throw new Error(`docs/${name} does not begin with a heading.`);
  const markdown = `/docs/${name}`;
  const sections: Section[] = [];
  const html = renderMarkdown(rest.replaceAll(EXAMPLE_ORIGINS, '__ORIGIN__'), sections, {
    code({ text: code, lang = '' }) {
      const [grammar = '', called] = lang.split(' ');
      return codeFigure(code, { grammar, title: fenceTitle(grammar, called) });
    },
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      const target = addressOf(href, markdown, known);
      return target === undefined ? words : `<a href="${escapeHtml(target)}">${words}</a>`;
    },
  });
  const [first = ''] = rest.split('\n\n');
  const about = first
    .replaceAll(/\[([^[\]]{1,200})\]\([^()]{1,500}\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll('\n', ' ');
  return { path: guidePath(name), markdown, title, about, html, sections };
}

/** The gateway of examples is the one that shows them. */
const EXAMPLE_ORIGINS = /https:\/\/pay\.example\.com|http:\/\/localhost:8080/g;
const HERE = 'https://gateway.invalid';

/** Files of `docs/` that the gateway serves besides the guides. */
const SERVED = ['/docs/openapi.json', '/docs/openapi.public.json', '/docs/asyncapi.json', '/docs/states.md'];

/** Where a link leads on the site; undefined for pages that it does not have. */
function addressOf(href: string, from: string, known: ReadonlyMap<string, string>): string | undefined {
  const { origin, pathname, hash } = new URL(href, `${HERE}${from}`);
  if (origin !== HERE) return href;
  const page = known.get(pathname);
  if (page !== undefined) return `${pathname === from && hash !== '' ? '' : page}${hash}`;
  return SERVED.includes(pathname) ? pathname : undefined;
}
