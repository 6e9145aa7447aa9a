import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, type Token } from 'marked';

const root = join(import.meta.dirname, '..');

/** A step of a guide, in the order in which a reader takes them. */
export type GuideStep =
  /** Commands for the reader's own terminal. */
  | { readonly type: 'commands'; readonly text: string }
  /** A command that keeps a terminal of its own. A second one in the same terminal comes after Ctrl-C. */
  | { readonly type: 'lasting'; readonly terminal: string; readonly text: string }
  /** A file that the reader writes, within the folder of the commands. */
  | { readonly type: 'file'; readonly name: string; readonly text: string }
  /** Lines that a terminal shows by now; without a name, those of the commands before. */
  | { readonly type: 'shows'; readonly terminal: string | undefined; readonly lines: readonly string[] }
  /** A numbered list: what a reader does in the browser. */
  | { readonly type: 'by hand'; readonly text: string };

/** A document whose commands a test runs as they are printed. */
export interface Guide {
  /** Its path in the repository. */
  readonly path: string;
  readonly text: string;
  readonly steps: readonly GuideStep[];
  /** The programs that it says it needs. */
  readonly needs: readonly string[];
  /** The program that the reader starts: none where Tidegate runs already. */
  readonly starts: 'nothing' | 'npm start' | 'npm run cluster';
}

/** The README and every page of `docs/guides` and `docs/quickstart`. */
export function allGuides(): readonly Guide[] {
  return ['README.md', ...globSync('docs/{guides,quickstart}/*.md', { cwd: root }).sort()].map((path) =>
    readGuide(path, readFileSync(join(root, path), 'utf8')),
  );
}

/**
 * A fence of `sh` is run; a second word names the terminal that its command keeps. A fence of `text` is what must be
 * seen then, where `…` matches anything. Another fence with a second word is a file of that name. Others are only read.
 *
 * @throws Error if the text before a file does not name it: a browser does not show the second word
 */
export function readGuide(path: string, text: string): Guide {
  const tokens = lexer(text);
  const steps = tokens.flatMap((token, index) => {
    const found = stepOf(token);
    const before = tokens.slice(0, index).findLast(({ type }) => type === 'paragraph')?.raw ?? '';
    for (const step of found) {
      if (step.type !== 'file' || before.includes(`\`${step.name}\``)) continue;
      throw new Error(`${path} does not say before the file ${step.name} how it is called.`);
    }
    return found;
  });
  const lasting = steps.flatMap((step) => (step.type === 'lasting' ? [step.text] : []));
  const isStarted = (command: string) => lasting.some((each) => new RegExp(`\\b${command}$`).test(each));
  const [, needs = ''] = /^Needs: (.+)$/m.exec(text) ?? [];
  return {
    path,
    text,
    steps,
    needs: [...needs.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name),
    starts: isStarted('npm run cluster') ? 'npm run cluster' : isStarted('npm start') ? 'npm start' : 'nothing',
  };
}

function stepOf(token: Token): GuideStep[] {
  if (token.type === 'list' && token.ordered) return [{ type: 'by hand', text: token.raw }];
  if (token.type !== 'code') return [];
  const [language, terminal] = String(token.lang ?? '').split(' ');
  const text = String(token.text);
  if (language === 'text') return [{ type: 'shows', terminal, lines: text.split('\n') }];
  if (language !== 'sh') return terminal === undefined ? [] : [{ type: 'file', name: terminal, text: `${text}\n` }];
  return terminal === undefined ? [{ type: 'commands', text }] : [{ type: 'lasting', terminal, text }];
}
