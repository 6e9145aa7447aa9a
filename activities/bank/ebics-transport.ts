import { type Unzipped, unzipSync } from 'fflate';
import { type EbicsService, ebicsServiceName } from '../../domain/bank/ebics-service.ts';
import { ebicsClient } from './ebics/client.ts';
import type { EbicsBankKeys, EbicsKeys, EbicsSubscriber } from './ebics/keys.ts';
import { type BankTransport, type FileFromBank, MAX_FILE_BYTES } from './transport.ts';

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

const MOST_FILES = 10_000;

/** What cannot be unpacked is one file, which is kept and refused for operators, and does not come again forever. */
function filesIn(service: EbicsService, bytes: Buffer): [string, Buffer][] {
  if (service.container === null) return [['xml', bytes]];
  const unpacked = unpack(bytes);
  if (unpacked === null) return [[`${ebicsServiceName(service).replaceAll(':', '-')}.zip`, bytes]];
  const names = Object.keys(unpacked).sort();
  return names.map((name) => [name.replaceAll(/[^\w.-]/g, '_').slice(-100), Buffer.from(unpacked[name] ?? [])]);
}

/** Null for what is no container, is empty, or would be larger than any file of a bank. */
function unpack(bytes: Buffer): Unzipped | null {
  let files = 0;
  let size = 0;
  try {
    const unpacked = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        files += 1;
        size += originalSize;
        if (files > MOST_FILES || size > MAX_FILE_BYTES) throw new Error('It is too large.');
        return !name.endsWith('/');
      },
    });
    return Object.keys(unpacked).length === 0 ? null : unpacked;
  } catch {
    return null;
  }
}
