import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { processes } from '../processes.ts';

/** Tables whose status changes by db/process/apply.ts alone. */
const PROCESSES: ReadonlySet<string> = new Set(processes.map(({ table }) => table));

/** Tables whose status no rules decide about, and why. */
const FACTS: Readonly<Record<string, string>> = {
  account_setting: 'how far the transaction that sets it has come on its network',
  mass_payout_slice: 'which slices are opened or given up: the mass payout is the process',
  outgoing_transaction: 'what the chain says of a signed transaction',
  payment: 'what the chain says of an incoming payment',
  verification_applicant: 'what the provider says of a person',
  webhook_delivery: 'what the last attempt came to, and when the next one is due',
};

const files = globSync(['db/**/*.ts', 'activities/**/*.ts', 'api/**/*.ts', 'scripts/**/*.ts'])
  .filter((path) => !/\.(test|fixture)\.ts$/.test(path) && !path.startsWith('db/process/'))
  .sort();

describe('a column named status', () => {
  const found = files.flatMap((path) => tablesSetting(readFileSync(path, 'utf8')).map((table) => ({ table, path })));

  it('of a process is set by the one way to change, nowhere else', () => {
    expect(found.filter(({ table }) => PROCESSES.has(table))).toEqual([]);
  });

  it('of any other table is a fact', () => {
    const others = new Set(found.map(({ table }) => table).filter((table) => !PROCESSES.has(table)));
    expect([...others].sort()).toEqual(Object.keys(FACTS).sort());
  });

  it.each([
    ["'UPDATE invoice SET status = $2 WHERE id = $1'", ['invoice']],
    ["`UPDATE payout p SET version = p.version + 1,\n  status = 'done' FROM invoice`", ['payout']],
    [`\`UPDATE payout AS p SET a = greatest(1, 2), status = c.status FROM \${rows} c\``, ['payout']],
    ["`INSERT INTO merchant (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET status = 'new'`", ['merchant']],
    [`\`UPDATE \${table} SET status = $1\``, ['PART']],
    ["'UPDATE suspension SET reminders = $3 WHERE id = $1 AND status = $2'", []],
    ["`UPDATE invoice SET a = CASE WHEN status = 'done' THEN 1 END, settled_status = $1`", []],
    ["`SELECT 1 FROM invoice WHERE status = 'done' FOR UPDATE`", []],
  ])('is found in %s', (source, tables) => {
    expect(tablesSetting(`select(${source});`)).toEqual(tables);
  });
});

/** The tables whose status is set by SQL in a file, once for each statement. */
function tablesSetting(source: string): string[] {
  return sqlOf(source).flatMap((sql) => {
    const [before = '', ...updates] = sql.split(/\bUPDATE\b/);
    return updates.flatMap((update) => {
      const [target = '', ...set] = update.split(/\bSET\b/);
      const [table] = target.match(/\w+/) ?? insertedInto(before);
      return assignmentsOf(set.join('SET')).some((each) => /^status\s*=/.test(each)) ? [table] : [];
    });
  });
}

/** Of `INSERT … ON CONFLICT … DO UPDATE SET`. */
function insertedInto(before: string): [string] {
  return [before.split('INSERT INTO').at(-1)?.match(/\w+/)?.[0] ?? '?'];
}

/** `a = greatest(1, 2), status = $1 WHERE …` → `a = greatest`, `status = $1`. */
function assignmentsOf(rest: string): string[] {
  const [assignments = ''] = withoutParentheses(rest).split(/\b(?:WHERE|FROM|RETURNING)\b/);
  return assignments.split(',').map((each) => each.trim());
}

function withoutParentheses(sql: string): string {
  const outer = sql.replaceAll(/\([^()]*\)/g, '');
  return outer === sql ? sql : withoutParentheses(outer);
}

/** Every text in the source; what is put into a template is `PART`. */
function sqlOf(source: string): string[] {
  if (!source.includes('UPDATE')) return [];
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node)) {
      texts.push([node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('PART'));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest));
  return texts;
}
