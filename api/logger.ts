import { destination, type Logger, pino } from 'pino';

/**
 * Structured logs on standard output, written in batches so that a slow reader slows no answer. Secrets do not get in: only named
 * facts are logged, never headers, bodies, queries or paths (an invoice's id is a capability), and what looks like one is removed all the same.
 */
export function createLogger(level: string): { logger: Logger; flush: () => void } {
  const sink = destination({ dest: 1, sync: false, minLength: BATCH_BYTES });
  const flusher = setInterval(() => sink.flush(), FLUSH_MS);
  flusher.unref();
  const logger = pino(
    {
      level,
      base: { service: 'api' },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRETS, censor: '[removed]' },
      serializers: { err: describeError, error: describeError },
    },
    sink,
  );
  const flush = () => {
    clearInterval(flusher);
    sink.flushSync();
  };
  return { logger, flush };
}

const BATCH_BYTES = 4096;
const FLUSH_MS = 500;
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
