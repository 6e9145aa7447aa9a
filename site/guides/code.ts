import { escapeHtml } from '../articles/markdown.ts';
import { highlighted } from '../reference/code.ts';

/** Code of a page with its title, and a button that copies all of it. Output has none. */
export function codeFigure(code: string, { grammar, title }: { grammar: string; title: string }): string {
  const known = GRAMMARS[grammar];
  const html = known === undefined ? escapeHtml(code) : highlighted(code, known);
  const label = `aria-label="Copy: ${escapeHtml(title)}"`;
  const button = grammar === 'text' ? '' : `<button type="button" class="copy" hidden ${label}>Copy</button>`;
  const caption = `<figcaption><span>${escapeHtml(title)}</span>${button}</figcaption>`;
  return `<figure>${caption}<pre tabindex="0"><code>${html}</code></pre></figure>\n`;
}

/** The title of a fence of a guide: the second word of its first line is a file, or a terminal. */
export function fenceTitle(grammar: string, name: string | undefined): string {
  if (name === undefined) return { sh: 'Terminal', text: 'You see' }[grammar] ?? 'Code';
  if (grammar === 'sh') return `Second terminal: ${name}`;
  return grammar === 'text' ? `You see in the terminal: ${name}` : name;
}

/** Languages that are colored; others are shown as they are. */
const GRAMMARS: Readonly<Record<string, Parameters<typeof highlighted>[1]>> = {
  sh: 'bash',
  bash: 'bash',
  js: 'javascript',
  jsx: 'javascript',
  javascript: 'javascript',
  json: 'json',
  php: 'php',
  python: 'python',
};
