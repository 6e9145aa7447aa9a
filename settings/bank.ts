import type { Mode } from '../domain/assets/assets.ts';
import type { EbicsService } from '../domain/bank/ebics-service.ts';
import type { GetVariable } from './servers.ts';

/** The account at the bank, and how files go there and come back. */
export interface BankConfig {
  /** `file:`, `sftp:` or `ebics+https:`; may contain a password. */
  readonly url: string;
  readonly account: BankAccountConfig;
  /** With the bank's own schemas. */
  readonly schemaDir: string;
  /** The user that the bank's files must belong to, beside our own; for folders. */
  readonly fileOwner: number | undefined;
  /** For SFTP: the SHA-256 fingerprint of the server's key, and our key in PEM. */
  readonly sftp: { readonly hostKey: string | undefined; readonly key: string | undefined };
  /** For EBICS. */
  readonly ebics: EbicsConfig | undefined;
}

/** Our identity at the bank's EBICS server, and the orders exchanged there. */
export interface EbicsConfig {
  readonly hostId: string;
  readonly partnerId: string;
  readonly userId: string;
  /** The file with our keys. */
  readonly keysFile: string;
  /** SHA-256 of the bank's keys, in upper-case hexadecimal. */
  readonly bankHashes: { readonly authentication: string; readonly encryption: string };
  readonly payments: EbicsService;
  readonly recalls: EbicsService;
  readonly downloads: readonly EbicsService[];
}

interface BankAccountConfig {
  readonly name: string;
  readonly iban: string;
  readonly bic: string;
  readonly town: string;
  readonly country: string;
}

/** Settings of every mode. */
export interface BankSettings {
  /** The bank of production mode; undefined: simulated, or none with NODE_ENV=production. */
  readonly bank: BankConfig | undefined;
  readonly bankWindowMinutes: number;
  readonly bankCutOffHour: number;
  readonly bankFeesADayMinor: bigint;
}

/** Reads the settings of the bank. */
export function readBank(get: GetVariable, problems: string[]): BankSettings {
  const url = get('BANK_URL');
  const settings = {
    bankWindowMinutes: get('BANK_WINDOW_MINUTES'),
    bankCutOffHour: get('BANK_CUT_OFF_HOUR'),
    bankFeesADayMinor: BigInt(get('BANK_FEES_EUR_PER_DAY')) * 100n,
  };
  const values = ACCOUNT_VARIABLES.map((name) => get(name));
  const hostKey = get('BANK_SFTP_HOST_KEY');
  if (url === undefined) return { bank: undefined, ...settings };
  if (url.startsWith('sftp:') && hostKey === undefined) {
    problems.push('BANK_SFTP_HOST_KEY is required because BANK_URL is an SFTP server: any other key is refused');
  }
  for (const [index, name] of ACCOUNT_VARIABLES.entries()) {
    if (values[index] === undefined) problems.push(`${name} is required because BANK_URL is set`);
  }
  const [name = '', iban = '', bic = '', town = '', country = '', schemaDir = ''] = values;
  const fileOwner = get('BANK_FILE_OWNER');
  const sftp = { hostKey, key: get('BANK_SFTP_KEY') };
  const ebics = url.startsWith('ebics') ? readEbics(get, problems) : undefined;
  return { bank: { url, account: { name, iban, bic, town, country }, schemaDir, fileOwner, sftp, ebics }, ...settings };
}

function readEbics(get: GetVariable, problems: string[]): EbicsConfig | undefined {
  const { protocol, hostname } = new URL(get('BANK_URL') ?? '');
  if (protocol === 'ebics+http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
    problems.push('BANK_URL must begin with ebics+https://, except for a proxy on this machine');
  }
  const one = (name: 'BANK_EBICS_PAYMENTS' | 'BANK_EBICS_RECALLS') => {
    const services = get(name);
    if (services !== undefined && services.length > 1) problems.push(`${name} must be one format`);
    return services?.[0];
  };
  const found = {
    BANK_EBICS_HOST_ID: get('BANK_EBICS_HOST_ID'),
    BANK_EBICS_PARTNER_ID: get('BANK_EBICS_PARTNER_ID'),
    BANK_EBICS_USER_ID: get('BANK_EBICS_USER_ID'),
    BANK_EBICS_KEYS: get('BANK_EBICS_KEYS'),
    BANK_EBICS_BANK_X002: get('BANK_EBICS_BANK_X002'),
    BANK_EBICS_BANK_E002: get('BANK_EBICS_BANK_E002'),
  };
  const [payments, recalls, downloads] = [
    one('BANK_EBICS_PAYMENTS'),
    one('BANK_EBICS_RECALLS'),
    get('BANK_EBICS_DOWNLOADS'),
  ];
  const all = { ...found, BANK_EBICS_PAYMENTS: payments, BANK_EBICS_RECALLS: recalls, BANK_EBICS_DOWNLOADS: downloads };
  for (const [name, value] of Object.entries(all)) {
    if (value === undefined) problems.push(`${name} is required because BANK_URL is an EBICS server`);
  }
  if (payments === undefined || recalls === undefined || downloads === undefined) return undefined;
  const {
    BANK_EBICS_HOST_ID: hostId = '',
    BANK_EBICS_PARTNER_ID: partnerId = '',
    BANK_EBICS_USER_ID: userId = '',
  } = found;
  const { BANK_EBICS_KEYS: keysFile = '', BANK_EBICS_BANK_X002: authentication = '' } = found;
  const bankHashes = { authentication, encryption: found.BANK_EBICS_BANK_E002 ?? '' };
  return { hostId, partnerId, userId, keysFile, bankHashes, payments, recalls, downloads };
}

const ACCOUNT_VARIABLES = [
  'BANK_ACCOUNT_NAME',
  'BANK_ACCOUNT_IBAN',
  'BANK_ACCOUNT_BIC',
  'BANK_ACCOUNT_TOWN',
  'BANK_ACCOUNT_COUNTRY',
  'BANK_SCHEMA_DIR',
] as const;

/**
 * Which bank a mode has. The sandbox has the simulated one, and so has production mode without BANK_URL, except with
 * NODE_ENV=production: then there are no euro payments.
 */
export function bankOf(
  { nodeEnv, bank }: { readonly nodeEnv: string; readonly bank: BankConfig | undefined },
  mode: Mode,
): 'real' | 'simulated' | 'none' {
  if (mode === 'sandbox') return 'simulated';
  if (bank !== undefined) return 'real';
  return nodeEnv === 'production' ? 'none' : 'simulated';
}

/** The account that payers in euro send to; null where the mode has no bank. */
export function accountOf(
  config: { readonly nodeEnv: string; readonly bank: BankConfig | undefined },
  mode: Mode,
): BankAccountConfig | null {
  const kind = bankOf(config, mode);
  if (kind === 'simulated') return SIMULATED_ACCOUNT;
  return kind === 'real' ? (config.bank?.account ?? null) : null;
}

/** The account at the simulated bank: an IBAN that belongs to nobody. */
export const SIMULATED_ACCOUNT: BankAccountConfig = {
  name: 'Tidegate Demo UAB',
  iban: 'LT121000011101001000',
  bic: 'HABALT22XXX',
  town: 'Vilnius',
  country: 'LT',
};
