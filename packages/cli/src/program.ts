import { Command, CommanderError } from 'commander';
import { ApiError, AuthenticationError, TidegateError } from '../../node/src/index.ts';
import { addAccount } from './account.ts';
import { addCompletion } from './completion.ts';
import { connect, readCredentials } from './credentials.ts';
import { addDoctor } from './doctor.ts';
import { addEvents } from './events.ts';
import { CliError, EXIT, type Io } from './io.ts';
import { addLogs } from './logs.ts';
import { addReserves } from './reserves.ts';
import { addResources } from './resources.ts';
import { addTrigger } from './trigger.ts';
import { VERSION } from './version.ts';

/** Runs a command line and returns its exit code. Errors are one sentence; they never hold the secret. */
export async function runCli(args: readonly string[], io: Io): Promise<number> {
  try {
    await programOf(io).parseAsync(args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (io.signal.aborted) return EXIT.done;
    io.warn(sentenceOf(error));
    return exitCodeOf(error);
  }
}

/** The tree of commands, from which completion and help are made. */
export function programOf(io: Io): Command {
  const client = () => connect(readCredentials(io));
  const program = new Command('tidegate')
    .description('Tidegate in your terminal.')
    .version(VERSION)
    .configureOutput({
      writeOut: (text) => io.say(text.trimEnd()),
      writeErr: (text) => io.warn(text.trimEnd()),
    })
    .exitOverride();
  addAccount(program, io);
  addEvents(program, io, client);
  addLogs(program, io, client);
  addTrigger(program, io, client);
  addDoctor(program, io);
  addReserves(program, io);
  addResources(program, io, client);
  program
    .command('mcp')
    .description('serve the API to an AI agent (Model Context Protocol); no tool sends money')
    .action(async () => {
      // Half of the program, which nothing else needs.
      const { runMcp } = await import('./mcp.ts');
      await runMcp(client(), readCredentials(io).url);
    });
  addCompletion(program, io);
  return program;
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) {
    const request = error.requestId === undefined ? '' : `, request ${error.requestId}`;
    return `${error.message} (${error.code}${request})`;
  }
  return error instanceof Error ? error.message : String(error);
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exitCode;
  if (error instanceof AuthenticationError) return EXIT.noPermission;
  // A wrong id or field is refused before anything is sent.
  if (error instanceof TypeError && !(error instanceof TidegateError)) return EXIT.usage;
  return EXIT.failed;
}
