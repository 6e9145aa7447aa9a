/** What operators say to any process, all in one vocabulary: `approve`, `retry` and `resolve`. */
export const OPERATOR_COMMANDS = ['approve', 'retry', 'resolve'] as const;
export type OperatorCommand = (typeof OPERATOR_COMMANDS)[number];

/** Who decides, and why. */
export interface Command {
  /** For what staff may do, the email address of a member of staff. */
  readonly by: string;
  readonly note: string;
}

/** Try at once, whatever the process waits for. */
export interface RetryCommand extends Command {
  /** What the network's fee may be from now on, in coins of the network. */
  readonly maxFee?: string;
}

/** End a process that waits for an operator by what the operator knows. */
export interface ResolveCommand<Outcome extends string> extends Command {
  readonly outcome: Outcome;
}

/** What is wrong with a command, in words for its sender; null: nothing. Outcomes are those of a `resolve`. */
export function commandProblem(
  command: { readonly [name in 'by' | 'note' | 'maxFee' | 'outcome']?: unknown },
  outcomes: readonly string[] | null,
): string | null {
  for (const name of ['by', 'note'] as const) {
    const value = command[name];
    if (typeof value !== 'string' || value.trim() === '') return `${name} is required`;
  }
  if (command.maxFee !== undefined && typeof command.maxFee !== 'string') return 'maxFee must be a decimal text';
  if (outcomes === null || outcomes.some((outcome) => outcome === command.outcome)) return null;
  return `outcome must be ${outcomes.slice(0, -1).join(', ')} or ${outcomes.at(-1)}`;
}
