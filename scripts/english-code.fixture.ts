import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');

/** Archaic or translated words, and words that have another meaning for native readers. */
const WORDS = [
  /\btold\b(?! apart)/i,
  /\bstands?\b(?!-)/i,
  /\bwho(?:m|se|so)?ever\b/i,
  /\banew\b/i,
  /\b(?:wherein|therein|thereof)\b/i,
  /\bwish(?:es|ed)?\b/i,
  /\basked for\b/i,
];
const NOUN = /^(?:What|Who|Whom|Whose)\b[^?]*$/;
const NAME = /(?:^(?:asked|wanted|wish|wishes|sight)|Asked|Wanted|Wish|Wishes|Sight)(?:[A-Z]|$)/;
const TESTS = new Set(['test', 'it', 'describe']);

export interface Finding {
  readonly kind: 'comments' | 'names' | 'tests';
  readonly line: number;
  readonly text: string;
}

/** Every TypeScript file of the repository. */
export function filesOfCode(): readonly string[] {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.cjs'], { cwd: root, encoding: 'utf8' });
  return files.split('\n').filter((file) => file !== '' && !/^scripts\/english|\/api-types\.ts$/.test(file));
}

/** Private language in comments, in declared names, and in names of tests. */
export function findingsIn(file: string, source = readFileSync(join(root, file), 'utf8')): readonly Finding[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const findings: Finding[] = [];
  const read = new Set<number>();
  visit(tree);
  return findings;

  function visit(node: ts.Node): void {
    for (const range of commentsAround(node)) if (!read.has(range.pos)) readComment(range);
    const name = declaredName(node);
    if (name !== undefined && NAME.test(name)) add('names', node.getStart(), name);
    const test = nameOfTest(node);
    if (test !== undefined && isPrivate(test)) add('tests', node.getStart(), test);
    ts.forEachChild(node, visit);
  }

  function readComment(range: ts.CommentRange): void {
    read.add(range.pos);
    for (const sentence of sentencesOf(source.slice(range.pos, range.end)))
      if (isPrivate(sentence)) add('comments', range.pos, sentence);
  }

  function commentsAround(node: ts.Node): readonly ts.CommentRange[] {
    const before = ts.getLeadingCommentRanges(source, node.getFullStart()) ?? [];
    return [...before, ...(ts.getTrailingCommentRanges(source, node.getEnd()) ?? [])];
  }

  function add(of: Finding['kind'], position: number, text: string): void {
    findings.push({ kind: of, line: tree.getLineAndCharacterOfPosition(position).line + 1, text });
  }
}

const isPrivate = (text: string) => NOUN.test(text) || WORDS.some((word) => word.test(text));

function sentencesOf(comment: string): readonly string[] {
  const lines = comment.replace(/^\/\*+|\*\/$/g, '').split('\n');
  const text = lines.map((line) => line.replace(/^\s*(?:\/\/|\*)\s?/, '')).join(' ');
  return text
    .replaceAll(/`[^`]*`/g, 'X')
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => sentence.trim());
}

function declaredName(node: ts.Node): string | undefined {
  const isDeclared =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node);
  return isDeclared && node.name !== undefined && ts.isIdentifier(node.name) ? node.name.text : undefined;
}

/** The first argument of `test(…)`, `it.each(…)(…)` and the like. */
function nameOfTest(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [name] = node.arguments;
  if (name === undefined || !ts.isStringLiteralLike(name)) return undefined;
  return TESTS.has(/^\w+/.exec(node.expression.getText())?.[0] ?? '') ? name.text : undefined;
}
