import { type EbicsService, ebicsServiceName } from '../../domain/bank/ebics-service.ts';
import { ebicsClient } from './ebics/client.ts';
import type { EbicsBankKeys, EbicsKeys, EbicsSubscriber } from './ebics/keys.ts';
import { unpack } from './files/unpack.ts';
import type { BankTransport, FileFromBank } from './transport.ts';

export interface EbicsSettings {
  /** `https:`; plain HTTP only on this machine. */
  readonly url: string;
  readonly of: EbicsSubscriber;
  readonly keys: EbicsKeys;
  readonly bank: EbicsBankKeys;
  /** For files of payments, for recalls, and what is fetched, in this order. */
  readonly payments: EbicsService;
  readonly recalls: EbicsService;
  readonly downloads: readonly EbicsService[];
  /** Of this machine: the bank refuses requests of another hour. */
  readonly nowMs: () => number;
}

/**
 * The bank's EBICS 3.0 server. A download is confirmed once all files in it are rows, so the bank offers it again after
 * a crash. An upload counts with its last segment: whether an interrupted one arrived, only the bank knows.
 */
export function ebicsTransport(settings: EbicsSettings): BankTransport {
  const { url, of, keys, bank, payments, recalls, downloads, nowMs } = settings;
  const client = ebicsClient(url);
  const by = () => ({ of, keys, bank, nowMs: nowMs() });
  return {
    async *incoming() {
      for (const service of downloads) {
        const download = await client.download(by(), service);
        if (download === null) continue;
        const { transactionId, bytes } = download;
        let open = 1;
        const taken = async () => {
          open -= 1;
          if (open === 0) await client.confirm(by(), download);
        };
        const named = filesIn(service, bytes).map(([name, content]): FileFromBank => {
          const unique = `${service.message}.${transactionId}.${name}`;
          return { name: unique, problem: null, read: async () => content, taken };
        });
        open = named.length;
        yield* named;
      }
    },
    // There is no place at the bank for what is not sent yet.
    stage: async () => undefined,
    deliver: (name, bytes) => client.upload(by(), { service: name.startsWith('camt.055') ? recalls : payments, bytes }),
    lookUp: async () => 'unknown',
    close: () => client.close(),
  };
}

/**
 * A container that cannot be unpacked is one file, which is kept and refused for operators, and does not come again
 * forever.
 */
function filesIn(service: EbicsService, bytes: Buffer): [string, Buffer][] {
  if (service.container === null) return [['xml', bytes]];
  const unpacked = unpack(bytes) ?? [];
  if (unpacked.length === 0) return [[`${ebicsServiceName(service).replaceAll(':', '-')}.zip`, bytes]];
  return unpacked.map(({ name, bytes: content }) => [name, content]);
}
