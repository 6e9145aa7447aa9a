/// <reference types="vite/types/importMeta.d.ts" />

type RunbookPart =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  /** To another runbook. */
  | { readonly kind: 'link'; readonly text: string; readonly name: string };

export type RunbookBlock =
  | { readonly kind: 'heading' | 'commands'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly parts: readonly RunbookPart[] };

export interface RunbookText {
  readonly title: string;
  readonly blocks: readonly RunbookBlock[];
}

const FOLDER = '../../../docs/runbooks/';
const texts = import.meta.glob<string>('../../../docs/runbooks/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The runbook of a kind of alert or a rule of Prometheus, or null if this version has none of the name. */
export function findRunbook(name: string): RunbookText | null {
  const text = texts[`${FOLDER}${name}.md`];
  return text === undefined ? null : parseRunbook(text);
}

/** Reads what runbooks use of Markdown: headings, paragraphs, blocks of commands, code and links. */
export function parseRunbook(markdown: string): RunbookText {
  const blocks: RunbookBlock[] = [];
  let title = '';
  // Every second piece is between two fences.
  for (const [index, piece] of markdown.split(/^```\n?/m).entries()) {
    if (index % 2 === 1) blocks.push({ kind: 'commands', text: piece.trimEnd() });
    else {
      for (const text of piece.split(/\n{2,}/).map((each) => each.trim())) {
        if (text.startsWith('# ')) title = text.slice(2);
        else if (text.startsWith('## ')) blocks.push({ kind: 'heading', text: text.slice(3) });
        else if (text !== '') blocks.push({ kind: 'paragraph', parts: partsOf(text.replaceAll('\n', ' ')) });
      }
    }
  }
  return { title, blocks };
}

function partsOf(paragraph: string): RunbookPart[] {
  const pieces = paragraph.split(/(`[^`]+`|\[\w+\]\(\w+\.md\))/);
  return pieces.filter((piece) => piece !== '').map(partOf);
}

function partOf(piece: string): RunbookPart {
  const link = /^\[(\w+)\]\((\w+)\.md\)$/.exec(piece);
  if (link) return { kind: 'link', text: link[1] ?? '', name: link[2] ?? '' };
  return piece.startsWith('`') ? { kind: 'code', text: piece.slice(1, -1) } : { kind: 'text', text: piece };
}

/** The block with what the alert is about in its commands: `hedger:<mode>:<asset>` becomes `hedger:sandbox:USDT`. */
export function withSubject(block: RunbookBlock, subject: string): RunbookBlock {
  if (block.kind === 'paragraph') {
    const parts = block.parts.map((part) =>
      part.kind === 'code' ? { ...part, text: filled(part.text, subject) } : part,
    );
    return { ...block, parts };
  }
  return block.kind === 'commands' ? { ...block, text: filled(block.text, subject) } : block;
}

/** Only a subject that fits is filled in: of the same kind, and a UUID where one belongs. */
function filled(text: string, subject: string): string {
  return text.replaceAll(/(?<![a-z-])([a-z-]+):(<\w+>(?::<\w+>)*)/g, (template, kind: string, places: string) => {
    const names = places.split(':');
    const values = (subject.startsWith(`${kind}:`) ? subject.slice(kind.length + 1) : subject).split(':');
    const isFit = names.length === values.length && names.every((name, at) => isValueOf(name, values[at] ?? ''));
    return isFit ? `${kind}:${values.join(':')}` : template;
  });
}

function isValueOf(name: string, value: string): boolean {
  if (name === '<uuid>') return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
  return name === '<mode>' ? value === 'sandbox' || value === 'production' : value !== '';
}
