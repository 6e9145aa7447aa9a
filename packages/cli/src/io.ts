import type { Readable } from 'node:stream';

/** How a command reaches its terminal; tests give their own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Prints a line for people or programs. */
  say(line: string): void;
  /** Prints a line beside the result: progress and errors. */
  warn(line: string): void;
  /** Ends commands that run until they are stopped. */
  readonly signal: AbortSignal;
}

/** How a command ends. */
export const EXIT = {
  done: 0,
  failed: 1,
  /** `--wait`: it ended without success. */
  unsuccessful: 2,
  /** The command was typed wrongly (sysexits.h). */
  usage: 64,
  /** `--wait --timeout`: it goes on still (sysexits.h). */
  notEnded: 75,
  /** Nobody is signed in, or the key is wrong (sysexits.h). */
  noPermission: 77,
} as const;

/** An error whose message is all that a person needs. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Reads a secret: typed without showing it, or from a pipe. Arguments stay in the shell's history. */
export async function readSecret(io: Io, question: string): Promise<string> {
  const { stdin } = io;
  if (stdin.isTTY === true) {
    io.warn(question);
    return typedHidden(stdin);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks).toString('utf8').trim();
}

type Terminal = Readable & { setRawMode?(isRaw: boolean): unknown };

async function typedHidden(terminal: Terminal): Promise<string> {
  terminal.setRawMode?.(true);
  let text = '';
  try {
    for await (const chunk of terminal) {
      for (const character of String(chunk)) {
        if (character === '\r' || character === '\n') return text.trim();
        if (character === CTRL_C || character === CTRL_D) throw new CliError('Nothing was entered.');
        text = character === DELETE || character === '\b' ? text.slice(0, -1) : text + character;
      }
    }
    return text.trim();
  } finally {
    terminal.setRawMode?.(false);
  }
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const DELETE = '\u007f';
