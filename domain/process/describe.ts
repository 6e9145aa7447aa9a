import type { Cells, Rule, StateTable } from './table.ts';

type AnyRule = Rule<string, never, string, string>;
type AnyCells = Cells<string, string, never, string, string>;

export interface MachineText<S extends string, E extends string, P, R extends string, M extends string> {
  readonly title: string;
  readonly table: StateTable<S, E, P, R, M>;
  readonly start: S;
  readonly notes: readonly string[];
}

/** A state machine as Markdown: a Mermaid diagram of its transitions and a table of every condition. */
export function describeMachine<S extends string, E extends string, P, R extends string, M extends string>(
  machine: MachineText<S, E, P, R, M>,
): string {
  const cells = Object.entries(machine.table) as [string, AnyCells][];
  return [
    `## ${machine.title}`,
    '',
    ...machine.notes,
    '',
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${machine.start}`,
    ...arrows(cells),
    '```',
    '',
    '| status | event | when | then | |',
    '|---|---|---|---|---|',
    ...cells.flatMap(([status, row]) => rowsOf(status, row)),
    '',
  ].join('\n');
}

/** One arrow for each pair of statuses, with the events that lead there. */
function arrows(cells: readonly [string, AnyCells][]): string[] {
  const ways = new Map<string, Set<string>>();
  for (const [status, row] of cells) {
    for (const [event, rules] of Object.entries(row)) {
      for (const { to } of (rules ?? []) as AnyRule[]) {
        if (to === 'same' || to === 'refused' || to === 'before' || to === status) continue;
        const way = `${status} --> ${to}`;
        ways.set(way, (ways.get(way) ?? new Set()).add(event));
      }
    }
  }
  return [...ways].map(([way, events]) => `  ${way}: ${[...events].join(', ')}`);
}

function rowsOf(status: string, row: AnyCells): string[] {
  return Object.entries(row).flatMap(([event, rules]) =>
    ((rules ?? []) as AnyRule[]).map((rule, index) => {
      const place = index === 0 ? `${status} | ${event}` : ' | ';
      return `| ${place} | ${rule.when.description} | ${thenOf(rule)} | ${rule.letter ?? ''} |`;
    }),
  );
}

function thenOf({ to, code, reason, marks }: AnyRule): string {
  const goal =
    to === 'same' ? 'stays' : to === 'before' ? 'the earlier status' : to === 'refused' ? 'refused' : `**${to}**`;
  const why = code ?? reason;
  const does = (marks ?? []).map((mark) => mark.replaceAll('_', ' ')).join(', ');
  return [goal, why === undefined ? '' : `\`${why}\``, does].filter((part) => part !== '').join(' · ');
}
