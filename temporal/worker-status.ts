import { alertHealth } from '../db/alerts/health.ts';
import type { Relay } from '../db/bus/relay.ts';
import type { Db } from '../db/core/sequelize.ts';
import { clockProbe, databaseProbe, schemaProbe } from '../db/monitoring/health.ts';
import type { HealthProbe, HealthReport } from '../monitoring/health.ts';
import { reachable } from '../monitoring/reachable.ts';
import type { Config } from '../settings/config.ts';
import type { QueueWatch } from './queue-watch.ts';

/** The parts of a worker whose health is reported, as they start. */
interface Parts {
  readonly db: Db;
  readonly queues: Pick<QueueWatch, 'unserved'>;
  readonly relay: Pick<Relay, 'sinceRunMs'>;
  readonly alerts: { readonly db: Db; readonly config: Pick<Config, 'alerts' | 'nodeEnv'> };
}

/**
 * Whether a worker can do its work: Postgres answers, each of its queues is polled, and its relay reads the outbox. A
 * process that lives while one of its queues is dead must not look healthy.
 */
export class WorkerStatus {
  readonly #parts: Partial<Parts> = {};

  /** Tells that a part has started. */
  add(parts: Partial<Parts>): void {
    Object.assign(this.#parts, parts);
  }

  probes(of: { readonly temporalAddress: string; readonly relays: boolean }): HealthProbe[] {
    const { temporalAddress, relays } = of;
    return [
      { name: 'postgres', required: true, check: () => this.#checkDatabase(databaseProbe) },
      { name: 'schema', required: true, check: () => this.#checkDatabase(schemaProbe) },
      { name: 'clock', required: true, check: () => this.#checkDatabase(clockProbe) },
      { name: 'temporal', required: false, check: () => reachable(temporalAddress, 7233) },
      { name: 'queues', required: true, check: async () => this.#checkQueues() },
      ...(relays
        ? [
            { name: 'relay', required: true, check: async () => this.#checkRelay() },
            { name: 'alerts', required: false, check: () => this.#checkAlerts() },
          ]
        : []),
    ];
  }

  async #checkDatabase(probe: typeof databaseProbe | typeof schemaProbe | typeof clockProbe): Promise<HealthReport> {
    return this.#parts.db === undefined ? STARTING : probe(this.#parts.db).check();
  }

  async #checkAlerts(): Promise<HealthReport> {
    return this.#parts.alerts === undefined ? STARTING : alertHealth(this.#parts.alerts.db, this.#parts.alerts.config);
  }

  #checkQueues(): HealthReport {
    if (this.#parts.queues === undefined) return STARTING;
    const unserved = this.#parts.queues.unserved();
    return unserved.length === 0 ? { state: 'up' } : { state: 'down', detail: `not polled: ${unserved.join(', ')}` };
  }

  #checkRelay(): HealthReport {
    if (this.#parts.relay === undefined) return STARTING;
    const seconds = Math.round(this.#parts.relay.sinceRunMs() / 1_000);
    const state = seconds > RELAY_SILENT_SECONDS ? 'down' : 'up';
    return { state, detail: `read the outbox ${seconds} s ago` };
  }
}

const STARTING: HealthReport = { state: 'down', detail: 'starting' };
/** The relay reads the outbox four times a second. */
const RELAY_SILENT_SECONDS = 30;
