import { tlsAdvice } from '../../settings/tls-advice.ts';

/** The error of a connection to Postgres, with what to do about it if TLS is the reason. Shows no password. */
export function explainedDatabase(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const advice = OF_POSTGRES.find(([message]) => message.test(error.message))?.[1] ?? tlsAdvice(error, 'DATABASE_URL');
  return advice === undefined ? error : new Error(`Postgres: ${advice}`, { cause: error });
}

/** Messages of the server and of the driver `pg`, with the advice for each. */
const OF_POSTGRES: readonly (readonly [message: RegExp, advice: string])[] = [
  [
    /pg_hba\.conf .*, no encryption$/,
    'The server accepts only encrypted connections from here. Add sslmode=verify-full to DATABASE_URL.',
  ],
  [
    /^The server does not support SSL connections$/,
    'The server offers no TLS. Turn ssl on in its postgresql.conf, or remove sslmode from DATABASE_URL.',
  ],
  [
    /requires a valid client certificate/,
    'The server requires a client certificate. Set sslcert and sslkey in DATABASE_URL to one that it accepts.',
  ],
];
