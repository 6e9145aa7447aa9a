import { randomBytes, randomUUID } from 'node:crypto';
import type { Db } from '../db/sequelize.ts';
import type { Config } from '../domain/config.ts';
import type { App } from './app.ts';
import type { LiveHub } from './live/hub.ts';
import type { HealthProbe } from './plugins/health.ts';

/** What the server is made of; tests give their own. */
export interface ServerDeps {
  readonly config: Config;
  readonly db: Db;
  readonly live: LiveHub;
  /** Dependencies that `/health/ready` names beside Postgres. */
  readonly probes?: readonly HealthProbe[];
  /** Unix milliseconds. */
  readonly now: () => number;
  /** For nonces. */
  readonly randomBytes: (size: number) => Buffer;
  /** For ids of requests. */
  readonly randomUuid: () => string;
  /** How often open streams look whether their sessions still hold; every 10 s unless said. */
  readonly checkSessionsEveryMs?: number;
  /** Called before the routes are added. */
  readonly prepare?: (app: App) => Promise<void>;
  readonly frontEnds?: Partial<FrontEndFolders>;
}

/** What a caller gives; clock and randomness are the real ones unless said. */
export type ServerOptions = Omit<ServerDeps, keyof typeof REAL> & Partial<Pick<ServerDeps, keyof typeof REAL>>;

export function withRealClock(options: ServerOptions): ServerDeps {
  return { ...REAL, ...options };
}

const REAL = {
  now: () => Date.now(),
  randomBytes: (size: number) => randomBytes(size),
  randomUuid: () => randomUUID(),
};

/** Where the built front ends are. */
export interface FrontEndFolders {
  readonly invoicePage: string;
  readonly admin: string;
}
