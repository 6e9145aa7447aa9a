import { setTimeout } from 'node:timers/promises';
import { format } from 'node:util';
import { destination, type LogFn, type Logger, pino } from 'pino';
import { presentTraceFields } from '../tracing/spans.ts';
import { Repeats, repeatKey } from './repeats.ts';

export interface ProcessLogger {
  readonly logger: Logger;
  /** Writes a line whatever the level is: other programs wait for it. */
  announce(message: string): void;
  /** Writes what is left, as far as somebody reads it within two seconds. Nothing is logged afterwards. */
  close(): Promise<void>;
  /**
   * Gives up what is left. Without this or `close`, a process whose log nobody reads any more would not end: the
   * library waits for the reader.
   */
  discard(): void;
}

export interface LoggerOptions {
  readonly level: string;
  /** The name of the process: `api`, `worker` or `signer`. */
  readonly service: string;
  readonly now?: () => Date;
}

/**
 * The log of every process: JSON lines on standard output, written in batches so that a slow reader slows no answer.
 * Warnings and errors that repeat are counted, except those of a request, whose lines are found by its id.
 *
 * Secrets do not get in: only named facts are logged, never headers, bodies, queries or paths (an invoice's id is a
 * capability), and what looks like one is removed all the same.
 */
export function createLogger({ level, service, now = () => new Date() }: LoggerOptions): ProcessLogger {
  const sink = destination({ dest: 1, sync: false, minLength: BATCH_BYTES });
  const flusher = setInterval(() => sink.flush(), FLUSH_MS);
  flusher.unref();
  const repeats = new Repeats();
  const logger = pino(
    {
      level,
      base: { service, pid: process.pid },
      timestamp: () => `,"time":"${now().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      mixin: presentTraceFields,
      redact: { paths: SECRETS, censor: '[removed]' },
      serializers: { err: describeError, error: describeError },
      hooks: { logMethod: countingRepeats(repeats) },
    },
    sink,
  );
  // Libraries print some troubles, such as a rollback that the database did not answer.
  console.warn = (...printed: unknown[]) => logger.warn(format(...printed));
  console.error = (...printed: unknown[]) => logger.error(format(...printed));
  const announce = (msg: string) => {
    sink.write(`${JSON.stringify({ level: 'info', time: now().toISOString(), service, pid: process.pid, msg })}\n`);
    sink.flush();
  };
  const discard = () => {
    clearInterval(flusher);
    sink.destroy();
  };
  const close = async () => {
    repeats.close();
    // It throws on a log that is closing.
    clearInterval(flusher);
    // Not `flush`: its promise is about the write that is under way, and what came after that would be lost.
    const written = new Promise<void>((resolve) => sink.once('close', resolve));
    sink.end();
    await Promise.race([written, setTimeout(CLOSE_MS, undefined, { ref: false })]);
    discard();
  };
  return { logger, announce, close, discard };
}

function countingRepeats(repeats: Repeats) {
  return function logMethod(this: Logger, args: LogArguments, method: LogFn, level: number): void {
    const isTrouble = level >= WARN && !('reqId' in this.bindings());
    const again = (repeated: number) => method.apply(this, withFact(args, { repeated }));
    if (!isTrouble || repeats.isNew(repeatKey(args), again)) method.apply(this, args);
  };
}

type LogArguments = Parameters<LogFn>;

function withFact(args: LogArguments, fact: object): LogArguments {
  const [first, ...rest] = args as unknown[];
  if (typeof first === 'string') return [fact, first, ...rest] as unknown as LogArguments;
  const facts = first instanceof Error ? { err: first } : (first as object);
  return [{ ...facts, ...fact }, ...rest] as unknown as LogArguments;
}

const WARN = 40;
const BATCH_BYTES = 4096;
const FLUSH_MS = 500;
const CLOSE_MS = 2_000;
const SECRETS = ['password', 'secret', 'authorization', 'cookie', 'token', 'key', 'notification_key'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
);

interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: DescribedError;
}

/** Errors of the database carry statements and values in other fields; these stay out. */
function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    stack: error.stack,
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  };
}
