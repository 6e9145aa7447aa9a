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
  readonly now?: () => number;
  /** How often open streams look whether their sessions still hold; every 10 s unless said. */
  readonly checkSessionsEveryMs?: number;
  /** Called before the routes are added. */
  readonly prepare?: (app: App) => Promise<void>;
  readonly frontEnds?: Partial<FrontEndFolders>;
}

/** Where the built front ends are. */
export interface FrontEndFolders {
  readonly invoicePage: string;
  readonly admin: string;
}
