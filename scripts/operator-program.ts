import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Db } from '../db/core/sequelize.ts';
import { isDomainError } from '../domain/errors.ts';
import { openDatabase } from './operator-database.ts';
import { say } from './progress.ts';

/** As sysexits.h names it: the command was typed wrongly. */
const USAGE_ERROR = 64;

interface Described {
  readonly about: string;
  /** Printed below the commands. */
  readonly notes: string;
}

/** A program for operators: `npm run <name> -- <command> [options]`. Its help is made from what it declares. */
export function operatorProgram(name: string, { about, notes }: Described): Command {
  return new Command(`npm run ${name} --`)
    .description(about)
    .addHelpText('after', `\n${notes}`)
    .configureHelp({ showGlobalOptions: false, helpWidth: 120 })
    .configureOutput({ writeErr: (text) => process.stdout.write(text) })
    .helpCommand(false)
    .showHelpAfterError()
    .exitOverride();
}

/** Runs what was typed. Ends with 64 if it was typed wrongly, and with 1 and a sentence if the command fails. */
export async function run(program: Command): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.code === 'commander.helpDisplayed' ? 0 : USAGE_ERROR;
      return;
    }
    say(sentenceOf(error));
    process.exitCode = 1;
  }
}

/** A program whose commands work on the operator's database; `onDatabase` opens it for an action and closes it. */
export function databaseProgram(name: string, { about, notes = '' }: Partial<Described> & Pick<Described, 'about'>) {
  const program = operatorProgram(name, { about, notes: `${DATABASE_NOTE} ${notes}`.trimEnd() });
  const onDatabase =
    <Args extends readonly unknown[]>(act: (db: Db, ...args: Args) => Promise<void>) =>
    async (...args: Args): Promise<void> => {
      const db = await openDatabase(name, { poolSize: 2 });
      try {
        await act(db, ...args);
      } finally {
        await db.close();
      }
    };
  return { program, onDatabase };
}

const DATABASE_NOTE = 'Uses the database in DATABASE_URL, or the one that npm start runs on DATA_DIR.';

/** An option with a value, such as `--note <why>`, that must be given and not be empty. */
export function required(flags: string, about: string): Option {
  return text(flags, about).makeOptionMandatory();
}

/** An option with a value that may be left out; an empty one is refused. */
export function text(flags: string, about: string): Option {
  return new Option(flags, about).argParser((value) => {
    const trimmed = value.trim();
    if (trimmed === '') throw new InvalidArgumentError('It is empty.');
    return trimmed;
  });
}

/** An option whose value is one of a list. */
export function oneOf(flags: string, about: string, choices: readonly string[]): Option {
  return new Option(flags, about).choices(choices);
}

/** The error of a command in one sentence; of a refused field, what is wrong with it. */
export function sentenceOf(error: unknown): string {
  if (isDomainError(error)) return Object.values(error.fields ?? {})[0]?.[0] ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
