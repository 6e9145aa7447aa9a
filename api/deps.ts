import { randomBytes, randomUUID } from 'node:crypto';
import type { Registry } from 'prom-client';
import type { Db } from '../db/core/sequelize.ts';
import type { VersionPolicy } from '../domain/versions/policy.ts';
import type { Readiness } from '../monitoring/health.ts';
import type { Config } from '../settings/config.ts';
import type { App } from './app.ts';
import type { LiveHub } from './live/hub.ts';
import { type Locate, openLocations } from './locations.ts';

/** The dependencies of the server; tests pass their own. */
export interface ServerDeps {
  readonly config: Config;
  readonly db: Db;
  readonly live: LiveHub;
  /** The answer of `/health/ready`; by default it depends on Postgres alone. */
  readonly readiness?: () => Promise<Readiness>;
  /** Where the server's metrics are kept; `GET /metrics` serves all of it. By default one of its own. */
  readonly registry?: Registry;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** For nonces. */
  readonly randomBytes: (size: number) => Buffer;
  /** For ids of requests. */
  readonly randomUuid: () => string;
  /** Where addresses are; by default as the file in the settings says. */
  readonly locate: Locate;
  /** How often open streams and downloads look whether their sessions still hold; every 10 s unless said. */
  readonly checkSessionsEveryMs?: number;
  /** How long a download waits for its reader; a minute unless said. */
  readonly stalledDownloadMs?: number;
  /** Called before the routes are added. */
  readonly prepare?: (app: App) => Promise<void>;
  readonly frontEnds?: Partial<FrontEndFolders>;
  /** Changes and ends of versions; by default those of this release. */
  readonly apiVersions?: VersionPolicy;
}

/** Options that a caller passes; clock and randomness default to the real ones. */
export type ServerOptions = Omit<ServerDeps, Defaulted> & Partial<Pick<ServerDeps, Defaulted>>;

type Defaulted = keyof typeof REAL | 'locate';

export function withRealClock(options: ServerOptions): ServerDeps {
  return { ...REAL, locate: openLocations(options.config.geoIpFile), ...options };
}

const REAL = {
  now: () => Date.now(),
  randomBytes: (size: number) => randomBytes(size),
  randomUuid: () => randomUUID(),
};

/** Where the built front ends are, and the archives of the SDKs. */
export interface FrontEndFolders {
  readonly invoicePage: string;
  readonly admin: string;
  readonly site: string;
  readonly sdkArchives: string;
}
