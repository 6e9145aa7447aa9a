import { setTimeout } from 'node:timers/promises';
import { destination, type Logger, pino } from 'pino';

export interface ApiLogger {
  readonly logger: Logger;
  /** Writes what is left, as far as somebody reads it within two seconds. Nothing is logged afterwards. */
  close(): Promise<void>;
  /**
   * Gives up what is left. Without this or `close`, a process whose log nobody reads any more would not end: the
   * library waits for the reader.
   */
  discard(): void;
}

/**
 * Structured logs on standard output, written in batches so that a slow reader slows no answer. Secrets do not get in:
 * only named facts are logged, never headers, bodies, queries or paths (an invoice's id is a capability), and what
 * looks like one is removed all the same.
 */
export function createLogger(level: string, now = () => new Date()): ApiLogger {
  const sink = destination({ dest: 1, sync: false, minLength: BATCH_BYTES });
  const flusher = setInterval(() => sink.flush(), FLUSH_MS);
  flusher.unref();
  const logger = pino(
    {
      level,
      base: { service: 'api' },
      timestamp: () => `,"time":"${now().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRETS, censor: '[removed]' },
      serializers: { err: describeError, error: describeError },
    },
    sink,
  );
  const discard = () => {
    clearInterval(flusher);
    sink.destroy();
  };
  const close = async () => {
    const written = new Promise<void>((resolve) => sink.flush(() => resolve()));
    await Promise.race([written, setTimeout(CLOSE_MS)]);
    discard();
  };
  return { logger, close, discard };
}

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
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
