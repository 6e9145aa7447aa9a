import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mode } from '../../domain/assets/assets.ts';
import { type BankConfig, bankOf, type EbicsConfig, SIMULATED_ACCOUNT } from '../../settings/bank.ts';
import type { BankActivityDeps, BankDeps } from './deps.ts';
import { readKeysFile, requireBankKeys } from './ebics/keys.ts';
import { ebicsTransport } from './ebics-transport.ts';
import { openSchemas, STANDARD_SCHEMAS } from './files/schemas.ts';
import { folderTransport } from './folder-transport.ts';
import { sftpTransport } from './sftp-transport.ts';
import type { BankTransport } from './transport.ts';

export interface OpenedBank {
  readonly kind: 'real' | 'simulated';
  readonly deps: BankDeps;
}

/** The bank of a mode by the settings. @throws Error where there is none */
export function openBank({ db, box, config, nowMs, admit }: BankActivityDeps, mode: Mode): OpenedBank {
  const kind = bankOf(config, mode);
  const { bankCutOffHour: cutOffHour, bankFeesADayMinor: feesADayMinor } = config;
  const common = { db, box, mode, nowMs, admit, cutOffHour, feesADayMinor };
  if (kind === 'simulated') {
    const transport = folderTransport({ folder: simulatedBankFolder(config.dataDir, mode) });
    const schemas = openSchemas(STANDARD_SCHEMAS);
    return { kind, deps: { ...common, account: SIMULATED_ACCOUNT, schemas, transport, windowMs: 0 } };
  }
  const { bank } = config;
  if (bank === undefined) {
    throw new Error(`There is no bank in ${mode} mode: set BANK_URL to offer euro withdrawals.`);
  }
  const { account, schemaDir } = bank;
  const transport = transportOf(bank, { box, nowMs });
  const windowMs = config.bankWindowMinutes * 60_000;
  return { kind: 'real', deps: { ...common, account, schemas: openSchemas(schemaDir), transport, windowMs } };
}

/** Where the simulated bank of a mode and the gateway exchange their files. */
export function simulatedBankFolder(dataDir: string, mode: Mode): string {
  return join(dataDir, 'bank', mode);
}

type Opening = Pick<BankActivityDeps, 'box' | 'nowMs'>;

function transportOf({ url, fileOwner, sftp, ebics }: BankConfig, opening: Opening): BankTransport {
  if (url.startsWith('file:')) return folderTransport({ folder: fileURLToPath(url), owner: fileOwner });
  return ebics === undefined ? sftpTransport({ url, ...sftp }) : openEbics(url, ebics, opening);
}

/** The keys of the bank were compared when they were fetched, and are again: settings and file must agree. */
function openEbics(url: string, ebics: EbicsConfig, { box, nowMs }: Opening): BankTransport {
  const { keysFile, bankHashes, payments, recalls, downloads } = ebics;
  const { keys, bank } = readKeysFile(keysFile, box, ebics);
  if (bank === null) throw new Error('The keys of the bank are missing: run npm run ebics -- bank-keys.');
  requireBankKeys(bank, bankHashes);
  return ebicsTransport({ url: ebicsServerUrl(url), of: ebics, keys, bank, payments, recalls, downloads, nowMs });
}

/** Where requests are posted. */
export function ebicsServerUrl(url: string): string {
  return url.replace(/^ebics\+/, '');
}
