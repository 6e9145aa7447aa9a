import { Client, Connection } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { NativeConnection } from '@temporalio/worker';
import { pause } from '../activities/pause.ts';
import type { Config } from '../domain/config.ts';
import { createPayloadCodec } from './payload-codec.ts';

type TemporalConfig = Pick<Config, 'temporalAddress' | 'temporalNamespace' | 'temporalCodecKey'>;

/** Includes the encrypting codec if its key is set. Workers and clients need the same key. */
export async function dataConverter({ temporalCodecKey }: TemporalConfig): Promise<DataConverter> {
  return temporalCodecKey === undefined ? {} : { payloadCodecs: [await createPayloadCodec(temporalCodecKey)] };
}

/** A client that connects on first use and reconnects after a loss. Close its connection when done. */
export async function openClient(config: TemporalConfig): Promise<Client> {
  const connection = Connection.lazy({ address: config.temporalAddress });
  return new Client({ connection, namespace: config.temporalNamespace, dataConverter: await dataConverter(config) });
}

export interface WaitOptions {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  readonly onTrouble: (error: unknown) => void;
}

/** The connection that all workers share. Waits without limit for a server that is not up yet. */
export async function connectWorkers(config: TemporalConfig, waiting: WaitOptions): Promise<NativeConnection | null> {
  return retryUntilDone(() => NativeConnection.connect({ address: config.temporalAddress }), waiting);
}

/** Retries with pauses of up to five seconds until it succeeds; null if it was stopped. */
export async function retryUntilDone<T>(work: () => Promise<T>, { signal, onTrouble }: WaitOptions): Promise<T | null> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      onTrouble(error);
      await pause(signal, Math.min(200 * 2 ** attempt, 5_000));
    }
  }
  return null;
}
