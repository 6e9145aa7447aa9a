import type { ManagedProcess } from '../process/managed.ts';
import { say, seconds } from '../progress.ts';
import type { DataFolder } from './data-folder.ts';

/** A server as the keeper needs it: something with a process that ends, and a way to stop it. */
export interface KeptServer {
  readonly pid: number;
  readonly exited: ManagedProcess['exited'];
  stop(): Promise<void>;
}

const restartWindowMs = 60_000;
const maxRestarts = 5;

/** In the order in which they stop: programs are ours and use the servers, of which some use a database. */
export const layers = ['program', 'server', 'database'] as const;

export type Layer = (typeof layers)[number];

/**
 * Keeps processes running: one that dies is started again. One that dies over and over ends the whole run, since
 * something is wrong that a restart does not cure.
 */
export class Keeper {
  readonly #folder: DataFolder;
  readonly #onGiveUp: (reason: string) => void;
  readonly #running: { name: string; layer: Layer; server: KeptServer }[] = [];
  #stopping = false;

  constructor(folder: DataFolder, onGiveUp: (reason: string) => void) {
    this.#folder = folder;
    this.#onGiveUp = onGiveUp;
  }

  /** Starts a server and keeps it running. Resolves when it is ready for the first time. */
  async keep<Server extends KeptServer>(name: string, layer: Layer, start: () => Promise<Server>): Promise<Server> {
    const startedMs = Date.now();
    const server = await this.#start(name, layer, start);
    if (!this.#stopping) say(`  ${name} is up after ${seconds(Date.now() - startedMs)}`);
    void this.#watch({ name, layer, start }, server);
    return server;
  }

  /** Stops everything: the programs, then the servers they use, then the databases under those. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const layer of layers) {
      const together = this.#running.filter((entry) => entry.layer === layer);
      await Promise.all(together.map(({ server }) => server.stop()));
    }
    this.#running.length = 0;
  }

  async #start<Server extends KeptServer>(name: string, layer: Layer, start: () => Promise<Server>): Promise<Server> {
    const server = await start();
    this.#folder.remember(name, server.pid);
    const place = this.#running.find((entry) => entry.name === name);
    if (place) place.server = server;
    else this.#running.push({ name, layer, server });
    // A stop that was requested while this one was starting could not see it.
    if (this.#stopping) await server.stop();
    return server;
  }

  async #watch({ name, layer, start }: Kept, first: KeptServer): Promise<void> {
    const restartsMs: number[] = [];
    let server: KeptServer | null = first;
    let how = '';
    for (;;) {
      if (server !== null) {
        const { code, signal } = await server.exited;
        this.#folder.forget(server.pid);
        how = `ended (${signal ?? `code ${code}`})`;
      }
      if (this.#stopping) return;
      const recent = restartsMs.filter((atMs) => Date.now() - atMs < restartWindowMs).length;
      if (recent >= maxRestarts) return this.#onGiveUp(`${name} ${how}, after ${recent} restarts within a minute`);
      say(`${name} ${how}; starting it again…`);
      await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** recent));
      if (this.#stopping) return;
      restartsMs.push(Date.now());
      // One that dies while it starts has died once more, no worse.
      server = await this.#start(name, layer, start).catch((error: unknown) => {
        how = `did not start: ${error instanceof Error ? error.message : String(error)}`;
        return null;
      });
    }
  }
}

interface Kept {
  readonly name: string;
  readonly layer: Layer;
  readonly start: () => Promise<KeptServer>;
}
