import { isSet } from '../../settings/load.ts';
import type { DataFolder } from './data-folder.ts';
import { encryptionKey, sandboxSeed } from './secrets.ts';
import type { Servers } from './servers.ts';

/** The environment of every program of the product, beside the person's own settings. */
export function programEnvironment(options: {
  readonly folder: Pick<DataFolder, 'file' | 'path'>;
  readonly port: number;
  readonly servers: Pick<Servers, 'databaseUrl' | 'temporalAddress' | 'smtpUrl'>;
  /** The ports of everything that was started beside the programs, and those for metrics of the programs. */
  readonly ports: Readonly<Record<string, number>>;
}): NodeJS.ProcessEnv {
  const { folder, port, ports, servers } = options;
  return {
    ...process.env,
    PORT: String(port),
    HOST: process.env.HOST || '127.0.0.1',
    // Each program gets its own.
    METRICS_PORT: undefined,
    PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
    DATA_DIR: folder.path,
    TEMPORAL_NAMESPACE: process.env.TEMPORAL_NAMESPACE || 'default',
    ...(isSet(process.env, 'ENCRYPTION_KEY') ? {} : { ENCRYPTION_KEY: encryptionKey(folder.file('encryption-key')) }),
    ...(isSet(process.env, 'SANDBOX_SEED') ? {} : { SANDBOX_SEED: sandboxSeed(folder.file('sandbox-seed')) }),
    // A shop under development listens on this machine; everywhere else such targets are refused.
    WEBHOOK_ALLOWED_NETWORKS: process.env.WEBHOOK_ALLOWED_NETWORKS ?? '127.0.0.1/32',
    // Further ports of npm start: webhooks must not read caught mails or the pages of Temporal.
    OWN_PORTS: [process.env.OWN_PORTS, ...Object.values(ports)].filter(Boolean).join(','),
    // Some servers choose further ports themselves, such as the services inside Temporal.
    OWN_PROCESS: String(process.pid),
    DATABASE_URL: servers.databaseUrl,
    DATABASE_URL_FILE: undefined,
    TEMPORAL_ADDRESS: servers.temporalAddress,
    SMTP_URL: servers.smtpUrl,
    SMTP_URL_FILE: undefined,
    ...(ports.cardPartner === undefined || process.env.NODE_ENV === 'production'
      ? {}
      : { CARD_SIMULATOR_PORT: String(ports.cardPartner) }),
  };
}
