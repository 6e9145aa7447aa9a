/** The commands that operators send to any process. */
export const OPERATOR_COMMANDS = ['approve', 'retry', 'resolve'] as const;
export type OperatorCommand = (typeof OPERATOR_COMMANDS)[number];

/** The person who decides, and the reason. */
export interface Command {
  /** For what staff may do, the email address of a member of staff. */
  readonly by: string;
  readonly note: string;
}

/** Tries at once, whatever the process is waiting for. */
export interface RetryCommand extends Command {
  /** The highest network fee that is acceptable from now on, in coins of the network. */
  readonly maxFee?: string;
}

/** Ends a process that needs an operator, with the outcome that the operator knows. */
export interface ResolveCommand<Outcome extends string> extends Command {
  readonly outcome: Outcome;
}

/** The problem of a command, as a message for its sender, or null. `outcomes` is null except for a `resolve`. */
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
  const others = outcomes.slice(0, -1);
  return `outcome must be ${others.length === 0 ? '' : `${others.join(', ')} or `}${outcomes.at(-1)}`;
}
