import { Client, Connection } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { NativeConnection } from '@temporalio/worker';
import { pause } from '../activities/pause.ts';
import type { Config } from '../domain/config.ts';
import { createPayloadCodec } from './payload-codec.ts';

type TemporalConfig = Pick<Config, 'temporalAddress' | 'temporalNamespace' | 'temporalCodecKey'>;

/** With the encrypting codec when there is a key for it. Workers and clients must agree on it. */
export async function dataConverter({ temporalCodecKey }: TemporalConfig): Promise<DataConverter> {
  return temporalCodecKey === undefined ? {} : { payloadCodecs: [await createPayloadCodec(temporalCodecKey)] };
}

/** A client that connects when first used and again after each loss. Close its connection when done. */
export async function openClient(config: TemporalConfig): Promise<Client> {
  const connection = Connection.lazy({ address: config.temporalAddress });
  return new Client({ connection, namespace: config.temporalNamespace, dataConverter: await dataConverter(config) });
}

export interface Patience {
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  readonly onTrouble: (error: unknown) => void;
}

/** The connection workers share; waits for a server that is not up yet, as long as it takes. */
export async function connectWorkers(config: TemporalConfig, patience: Patience): Promise<NativeConnection | null> {
  return retryUntilDone(() => NativeConnection.connect({ address: config.temporalAddress }), patience);
}

/** Tries again after pauses of up to five seconds until it works; null when it was told to stop. */
export async function retryUntilDone<T>(work: () => Promise<T>, { signal, onTrouble }: Patience): Promise<T | null> {
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
