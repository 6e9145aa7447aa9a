import type { AlertSettings } from '../domain/alerts/settings.ts';
import { type Mode, NETWORKS, type Network } from '../domain/assets/assets.ts';
import { checkAccountXpub } from '../domain/assets/derivation.ts';
import { accountXpubsOf } from '../domain/assets/seed.ts';
import { DomainError } from '../domain/errors.ts';
import type { FeeEntries } from '../domain/exchanges/fee-entries.ts';
import type { FeeBounds } from '../domain/payouts/fee-bounds.ts';
import type { NetworkFeeBounds } from '../domain/payouts/network-fee.ts';
import { withoutTrailing } from '../domain/text/trailing.ts';
import { readAlerts } from './alerts.ts';
import { type BankSettings, readBank } from './bank.ts';
import { type CardPartnerSettings, readCardPartner } from './card-partner.ts';
import { type ExchangeConfig, readExchanges } from './exchanges.ts';
import { describeFeeBounds, readFeeBounds, readNetworkFeeBounds } from './fee-bounds.ts';
import { type CaptchaConfig, captchaOf, type VerificationConfig, verificationOf } from './providers.ts';
import { type Environment, isPhrase } from './readers.ts';
import {
  type GetVariable,
  type MessagingSettings,
  readMessaging,
  readTemporal,
  readTracing,
  type TemporalSettings,
  type TracingSettings,
} from './servers.ts';
import { readTransfers, type TransferConfig } from './transfers.ts';
import { CHAIN_URL, VARIABLES, type Variable, variable } from './variables.ts';

export type { Environment } from './readers.ts';
export type { TemporalSettings, TlsSettings, TracingSettings } from './servers.ts';

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
export type PerNetwork<T> = Readonly<Record<Mode, Readonly<Record<Network, T>>>>;

/** All settings from the environment, read once at start. */
export interface Config extends TemporalSettings, MessagingSettings, BankSettings, CardPartnerSettings {
  readonly nodeEnv: 'development' | 'test' | 'production';
  readonly host: string;
  readonly port: number;
  /** Proxies that are trusted for X-Forwarded-For: CIDR networks; empty for none. */
  readonly trustProxy: readonly string[];
  /** Where each process answers operators: metrics and health. If the port is undefined, it does not. */
  readonly metricsHost: string;
  readonly metricsPort: number | undefined;
  /** How long a stopping API still answers, so that balancers notice. */
  readonly drainSeconds: number;
  /** The bearer token of `GET /metrics`; if undefined, only programs on the same machine have access. */
  readonly metricsToken: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  /** The recipients of alerts. */
  readonly alerts: AlertSettings;
  /** If undefined, there is no captcha. */
  readonly captcha: CaptchaConfig | undefined;
  /** The verification provider. If undefined, the simulator verifies; with NODE_ENV=production nobody does. */
  readonly verification: VerificationConfig | undefined;
  /** How long documents and personal data are kept after a relationship has ended. */
  readonly retentionYears: number;
  /** Earnings by purchases of coins by card, in basis points. */
  readonly cardEarnings: {
    /** Of the fiat total: what the partner owes the gateway. */
    readonly commissionBps: number;
    /** Of that commission: what the shop gets. */
    readonly shopShareBps: number;
  };
  /** When months of events, deliveries and attempts leave the database; undefined: never. */
  readonly archive: ArchiveSettings | undefined;
  /** The Temporal Web UI in which staff read encrypted workflows; undefined for none. */
  readonly temporalUiOrigin: string | undefined;
  /** A file that says where addresses are; undefined for none. */
  readonly geoIpFile: string | undefined;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** 32 bytes; encrypts secrets at rest. */
  readonly encryptionKey: Uint8Array;
  readonly logLevel: LogLevel;
  /** If undefined, no traces are made. */
  readonly tracing: TracingSettings | undefined;
  /** The queues that this worker serves; undefined for all. */
  readonly workerQueues: readonly string[] | undefined;
  /** The version of this worker; undefined: its workflows go to any worker. */
  readonly workerBuildId: string | undefined;
  /** 0 for blocks only on request. */
  readonly sandboxBlockSeconds: number;
  /** The seconds between automatic payouts in sandbox mode; undefined for the methods' own periods. */
  readonly sandboxPeriodSeconds: number | undefined;
  /** Private networks that webhooks may reach, in CIDR notation. */
  readonly webhookAllowedNetworks: readonly string[];
  /** Ports of this machine that webhooks must never reach, in addition to those of other settings. */
  readonly ownPorts: readonly number[];
  /** Its id. */
  readonly ownProcess: number | undefined;
  /** The nodes. If undefined, the network is simulated where {@link isSimulated} says so, and otherwise closed. */
  readonly chains: PerNetwork<string | undefined>;
  /** Production may run on a test chain. */
  readonly allowTestChains: boolean;
  /** The USDT contract on Ethereum; undefined for Tether's own on the main chain, and none elsewhere. */
  readonly usdtErc20Contracts: Readonly<Record<Mode, string | undefined>>;
  /** In base58. */
  readonly usdtTrc20Contracts: Readonly<Record<Mode, string | undefined>>;
  /** Extended public keys of the receiving accounts. */
  readonly accountXpubs: PerNetwork<string | undefined>;
  /** The seed phrase of simulated accounts and of those on sandbox test nodes; secret, but without real money. */
  readonly sandboxWords: string | undefined;
  readonly signer: SignerConfig;
  /** The highest cost of the gateway's transactions. */
  readonly feeBounds: Readonly<Record<Network, FeeBounds>>;
  /** The bounds of the network fee that one payment is charged. */
  readonly networkFeeBounds: Readonly<Record<Network, NetworkFeeBounds>>;
  /** The accounts that hedge production mode; sandbox mode is hedged on simulators. */
  readonly exchanges: readonly ExchangeConfig[];
  readonly transfers: TransferConfig;
  /** From this value on, two people have to approve a claim; euro cents. */
  readonly claimSecondFromMinor: bigint;
  readonly rateSources: readonly string[];
  readonly rateRefreshSeconds: Readonly<Record<Mode, number>>;
  readonly rateLimits: RateLimits;
  readonly invoiceLifetimeSeconds: number;
  /** Withdrawal fees of exchanges, shown to payers who pay from one. */
  readonly exchangeFees: FeeEntries;
  readonly followerPollMs: number;
}

export interface ArchiveSettings {
  /** How many whole months stay in the database beside the current one. */
  readonly afterMonths: number;
  readonly folder: string;
}

/** The signer's keys. Only the process that serves the queue `signer` gets the passphrase. */
export interface SignerConfig {
  readonly keystore: string | undefined;
  readonly passphrase: string | undefined;
}

/** Limits per minute: calls of one API token, payers' calls and failed sign-ins of one IP address. */
export interface RateLimits {
  readonly apiPerMinute: number;
  readonly customerPerMinute: number;
  readonly signInPerMinute: number;
}

/**
 * Reads and checks the environment. Empty variables count as unset. Programs call `loadConfig` of `settings/`, which
 * also reads the files that the environment names.
 * @param found problems that were found before
 * @throws DomainError `configuration_invalid` with all problems at once, and never with the value of a secret
 */
export function readConfig(env: Environment, found: readonly string[] = []): Config {
  const problems = [...found];
  const read = readerOf(env, problems);
  const simple = readSimple(read, problems);
  const chains = perNetwork((mode, network) => read(chainVariable(mode, network), CHAIN_URL));
  const feeBounds = readFeeBounds((name, reader) => read(name, variable(reader, '')));
  const networkFeeBounds = readNetworkFeeBounds((name, reader) => read(name, variable(reader, '')));
  const config: Config = { ...simple, chains, feeBounds, networkFeeBounds, accountXpubs: perNetwork(() => undefined) };
  const accountXpubs = readAccountXpubs(env, config, problems);
  if (config.nodeEnv === 'production' && env.TEMPORAL_CODEC_KEY === undefined) {
    problems.push('TEMPORAL_CODEC_KEY is required when NODE_ENV is production');
  }
  if (config.temporalUiOrigin !== undefined) {
    if (!env.TEMPORAL_CODEC_KEY) problems.push('TEMPORAL_CODEC_KEY is required because TEMPORAL_UI_ORIGIN is set');
    // Browsers send the staff's cookie only between pages of one scheme and one domain.
    if (new URL(config.publicUrl).protocol !== new URL(config.temporalUiOrigin).protocol)
      problems.push('TEMPORAL_UI_ORIGIN must begin with https:// if PUBLIC_URL does, and only then');
  }
  for (const name of ['VERIFICATION_APP_TOKEN', 'VERIFICATION_SECRET', 'VERIFICATION_WEBHOOK_SECRET']) {
    if (env.VERIFICATION_URL && !env[name]) problems.push(`${name} is required because VERIFICATION_URL is set`);
  }
  refuse(problems);
  return { ...config, accountXpubs };
}

/**
 * Reads and checks what a program needs that works with Temporal alone.
 * @throws DomainError as {@link readConfig}
 */
export function readTemporalConfig(env: Environment, found: readonly string[] = []): TemporalSettings {
  const problems = [...found];
  const settings = readTemporal(getterOf(readerOf(env, problems)), problems);
  refuse(problems);
  return settings;
}

/** The variables with a secret or a certificate, which a file can contain: `<NAME>_FILE`. */
export function variablesFromFiles(): ReadonlySet<string> {
  const nodes = NETWORKS.flatMap((network) => [
    chainVariable('production', network),
    chainVariable('sandbox', network),
  ]);
  const fixed = Object.entries<Variable<unknown>>(VARIABLES).filter(([, { fromFile }]) => fromFile === true);
  return new Set([...fixed.map(([name]) => name), ...nodes]);
}

type ReadVariable = <T>(name: string, variable: Variable<T>) => T;

function readerOf(env: Environment, problems: string[]): ReadVariable {
  return <T>(name: string, { reader }: Variable<T>): T => {
    const value = reader(env[name] === '' ? undefined : env[name]);
    if (value.ok) return value.value;
    const problem = `${name} ${value.problem}`;
    // Some are read for several settings.
    if (!problems.includes(problem)) problems.push(problem);
    return undefined as T;
  };
}

function getterOf(read: ReadVariable): GetVariable {
  return (name) => read(name, VARIABLES[name] as Variable<never>);
}

function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const message = ['The configuration is wrong:', ...problems.map((problem) => `  ${problem}`)].join('\n');
  throw new DomainError('configuration_invalid', { message });
}

/** True if a chain is simulated: without a node, except in production mode with NODE_ENV=production. */
export function isSimulated(config: Pick<Config, 'nodeEnv' | 'chains'>, mode: Mode, network: Network): boolean {
  return config.chains[mode][network] === undefined && (mode === 'sandbox' || config.nodeEnv !== 'production');
}

/** True if payments can be accepted, on a node or simulated. */
export function isOpen(config: Pick<Config, 'nodeEnv' | 'chains'>, mode: Mode, network: Network): boolean {
  return config.chains[mode][network] !== undefined || isSimulated(config, mode, network);
}

/** Every variable with its description, in the order of `.env.example`. */
export function describeVariables(): { name: string; about: string }[] {
  const chains = NETWORKS.flatMap((network) =>
    (['production', 'sandbox'] as const).flatMap((mode) => [
      {
        name: chainVariable(mode, network),
        about: `Node of ${network} in ${mode} mode: http(s)://user:password@host:port.`,
      },
      {
        name: xpubVariable(mode, network),
        about: `Extended public key of the account that receives ${network} in ${mode} mode.`,
      },
    ]),
  );
  const filed = variablesFromFiles();
  const fixed = Object.entries(VARIABLES).map(([name, { about }]) => ({ name, about }));
  return [...fixed, ...chains, ...describeFeeBounds()].map(({ name, about }) => ({
    name,
    about: filed.has(name) ? `${about} Or ${name}_FILE: a file that contains it.` : about,
  }));
}

function readSimple(
  read: ReadVariable,
  problems: string[],
): Omit<Config, 'chains' | 'accountXpubs' | 'feeBounds' | 'networkFeeBounds'> {
  const get = getterOf(read);
  const port = get('PORT');
  const nodeEnv = get('NODE_ENV');
  const publicUrl = withoutTrailing(get('PUBLIC_URL') ?? `http://localhost:${port}`, '/');
  const messaging = readMessaging(get, problems);
  return {
    sandboxWords: get('SANDBOX_SEED'),
    signer: { keystore: get('SIGNER_KEYSTORE'), passphrase: get('SIGNER_PASSPHRASE') },
    nodeEnv,
    host: get('HOST'),
    port,
    captcha: captchaOf(get('CAPTCHA_SITE_KEY'), get('CAPTCHA_SECRET'), {
      url: get('CAPTCHA_VERIFY_URL'),
      scriptUrl: get('CAPTCHA_SCRIPT_URL'),
      origins: get('CAPTCHA_ORIGINS'),
    }),
    verification: verificationOf({
      url: get('VERIFICATION_URL'),
      appToken: get('VERIFICATION_APP_TOKEN'),
      secret: get('VERIFICATION_SECRET'),
      webhookSecret: get('VERIFICATION_WEBHOOK_SECRET'),
      levels: { company: get('VERIFICATION_LEVEL_COMPANY'), individual: get('VERIFICATION_LEVEL_PERSON') },
    }),
    ...readBank(get, problems),
    ...readCardPartner(get, nodeEnv === 'production', problems),
    retentionYears: get('RETENTION_YEARS'),
    cardEarnings: { commissionBps: get('CARD_COMMISSION_BPS'), shopShareBps: get('CARD_SHOP_SHARE_BPS') },
    archive: archiveOf(get('ARCHIVE_AFTER_MONTHS'), get('ARCHIVE_DIR'), problems),
    publicUrl,
    geoIpFile: get('GEOIP_FILE'),
    trustProxy: get('TRUST_PROXY'),
    metricsHost: get('METRICS_HOST'),
    metricsPort: get('METRICS_PORT'),
    drainSeconds: get('DRAIN_SECONDS'),
    metricsToken: get('METRICS_TOKEN'),
    dataDir: get('DATA_DIR'),
    databaseUrl: get('DATABASE_URL'),
    databasePoolSize: get('DATABASE_POOL_SIZE'),
    ...readTemporal(get, problems),
    temporalUiOrigin: get('TEMPORAL_UI_ORIGIN'),
    ...messaging,
    alerts: readAlerts(get, { publicUrl, nodeEnv, smtpUrl: messaging.smtpUrl }, problems),
    encryptionKey: get('ENCRYPTION_KEY'),
    logLevel: get('LOG_LEVEL'),
    tracing: readTracing(get),
    workerQueues: get('WORKER_QUEUES'),
    workerBuildId: get('WORKER_BUILD_ID'),
    sandboxBlockSeconds: get('SANDBOX_BLOCK_SECONDS'),
    sandboxPeriodSeconds: get('SANDBOX_PERIOD_SECONDS'),
    webhookAllowedNetworks: get('WEBHOOK_ALLOWED_NETWORKS'),
    ownPorts: get('OWN_PORTS'),
    ownProcess: get('OWN_PROCESS'),
    allowTestChains: get('ALLOW_TEST_CHAINS'),
    usdtErc20Contracts: { sandbox: get('SANDBOX_USDT_ERC20_CONTRACT'), production: get('USDT_ERC20_CONTRACT') },
    usdtTrc20Contracts: { sandbox: get('SANDBOX_USDT_TRC20_CONTRACT'), production: get('USDT_TRC20_CONTRACT') },
    exchanges: readExchanges(get, problems),
    transfers: readTransfers(get),
    claimSecondFromMinor: BigInt(get('CLAIM_SECOND_PERSON_FROM_EUR')) * 100n,
    rateSources: get('RATE_SOURCES'),
    rateRefreshSeconds: { sandbox: get('SANDBOX_RATE_REFRESH_SECONDS'), production: get('RATE_REFRESH_SECONDS') },
    rateLimits: rateLimitsOf(get),
    invoiceLifetimeSeconds: get('INVOICE_LIFETIME_SECONDS'),
    exchangeFees: get('EXCHANGE_WITHDRAWAL_FEES'),
    followerPollMs: get('FOLLOWER_POLL_MS'),
  };
}

function rateLimitsOf(get: GetVariable): RateLimits {
  return {
    apiPerMinute: get('RATE_LIMIT_API_PER_MINUTE'),
    customerPerMinute: get('RATE_LIMIT_CUSTOMER_PER_MINUTE'),
    signInPerMinute: get('RATE_LIMIT_SIGN_IN_PER_MINUTE'),
  };
}

function archiveOf(
  afterMonths: number | undefined,
  folder: string | undefined,
  problems: string[],
): ArchiveSettings | undefined {
  if (afterMonths === undefined) return undefined;
  if (folder !== undefined) return { afterMonths, folder };
  problems.push('ARCHIVE_DIR is required because ARCHIVE_AFTER_MONTHS is set');
  return undefined;
}

/**
 * The configured account keys, else those of the sandbox's seed phrase: account 0 for sandbox mode, including test
 * nodes, and account 1 for simulated chains in production mode.
 */
function readAccountXpubs(env: Environment, config: Config, problems: string[]): Config['accountXpubs'] {
  const fromSeed = { sandbox: seedXpubs(env, 0), production: seedXpubs(env, 1) };
  return perNetwork((mode, network) => {
    const name = xpubVariable(mode, network);
    const given = env[name];
    const simulated = isSimulated(config, mode, network);
    if (given === undefined || given === '') {
      const mayDerive = mode === 'sandbox' || simulated;
      const derived = mayDerive ? fromSeed[mode]?.[network] : undefined;
      if (derived === undefined && isOpen(config, mode, network)) {
        problems.push(`${name} is required${mayDerive ? ', or SANDBOX_SEED' : ' because a node is set'}`);
      }
      return derived;
    }
    try {
      checkAccountXpub(given);
      return given;
    } catch (error) {
      problems.push(`${name} is ${error instanceof Error ? error.message : 'wrong'}`);
      return undefined;
    }
  });
}

function seedXpubs(env: Environment, account: number): Record<Network, string> | undefined {
  const mnemonic = env.SANDBOX_SEED;
  if (mnemonic === undefined || !isPhrase(mnemonic)) return undefined;
  return accountXpubsOf({ mnemonic, chain: 'regtest', account });
}

function perNetwork<T>(value: (mode: Mode, network: Network) => T): PerNetwork<T> {
  const forMode = (mode: Mode) =>
    Object.fromEntries(NETWORKS.map((network) => [network, value(mode, network)])) as Record<Network, T>;
  return { sandbox: forMode('sandbox'), production: forMode('production') };
}

function chainVariable(mode: Mode, network: Network): string {
  return mode === 'sandbox' ? `SANDBOX_CHAIN_${network}_URL` : `CHAIN_${network}_URL`;
}

function xpubVariable(mode: Mode, network: Network): string {
  return mode === 'sandbox' ? `SANDBOX_XPUB_${network}` : `XPUB_${network}`;
}
