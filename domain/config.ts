import { type Mode, NETWORKS, type Network } from './assets.ts';
import { describeFeeBounds, readFeeBounds, readNetworkFeeBounds } from './config-fee-bounds.ts';
import { type CaptchaConfig, captchaOf, type VerificationConfig, verificationOf } from './config-providers.ts';
import {
  bytes32,
  cidrs,
  type Environment,
  evmAddress,
  fallback,
  flag,
  int,
  isPhrase,
  list,
  oneOf,
  optional,
  ports,
  type Reader,
  required,
  text,
  tronAddress,
  url,
  words,
} from './config-readers.ts';
import { checkAccountXpub } from './derivation.ts';
import { DomainError } from './errors.ts';
import type { FeeBounds } from './payouts/fee-bounds.ts';
import type { NetworkFeeBounds } from './payouts/network-fee.ts';
import { accountXpubsOf } from './seed.ts';
import { withoutTrailing } from './trailing.ts';

export type { Environment } from './config-readers.ts';

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
export type PerNetwork<T> = Readonly<Record<Mode, Readonly<Record<Network, T>>>>;

/** All that the environment decides, read once at start. */
export interface Config {
  readonly nodeEnv: 'development' | 'test' | 'production';
  readonly host: string;
  readonly port: number;
  /** Proxies whose X-Forwarded-For is believed: CIDR networks; empty believes none. */
  readonly trustProxy: readonly string[];
  /** What `GET /metrics` asks for; without it only programs of this machine are answered. */
  readonly metricsToken: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  readonly temporalAddress: string;
  readonly temporalNamespace: string;
  /** Encrypts workflow payloads; required in production. */
  readonly temporalCodecKey: Uint8Array | undefined;
  /** RabbitMQ; undefined is the bus inside the process. */
  readonly amqpUrl: string | undefined;
  /** Undefined: mails are not sent, and the log says so. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Undefined asks nobody for a captcha. */
  readonly captcha: CaptchaConfig | undefined;
  /**
   * Who checks businesses and people. Undefined: the simulator, and in production nobody, so that staff decide by what
   * is handed in.
   */
  readonly verification: VerificationConfig | undefined;
  /** How long documents and personal data are kept after a relationship ended. */
  readonly retentionYears: number;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** 32 bytes; encrypts secrets at rest. */
  readonly encryptionKey: Uint8Array;
  readonly logLevel: LogLevel;
  /** Queues this worker serves; undefined is all of them. */
  readonly workerQueues: readonly string[] | undefined;
  /** 0: blocks only when asked for. */
  readonly sandboxBlockSeconds: number;
  /** Seconds between payouts of automatic methods in sandbox mode; undefined: as their period says. */
  readonly sandboxPeriodSeconds: number | undefined;
  /** CIDR networks that webhooks may reach although they are private. */
  readonly webhookAllowedNetworks: readonly string[];
  /** Ports of this machine that webhooks never reach, beside those that other settings name. */
  readonly ownPorts: readonly number[];
  /** Node per mode and network; undefined is the simulator where {@link isSimulated}, else the network is closed. */
  readonly chains: PerNetwork<string | undefined>;
  /** Production may run on a test chain. */
  readonly allowTestChains: boolean;
  /** Where the USDT contract is on Ethereum; undefined is Tether's own on the main chain, and none elsewhere. */
  readonly usdtErc20Contracts: Readonly<Record<Mode, string | undefined>>;
  /** In base58. */
  readonly usdtTrc20Contracts: Readonly<Record<Mode, string | undefined>>;
  /** Extended public keys of the receiving accounts. */
  readonly accountXpubs: PerNetwork<string | undefined>;
  /** A secret, though of no money: the words of simulated accounts and of those on test nodes of sandbox mode. */
  readonly sandboxWords: string | undefined;
  readonly signer: SignerConfig;
  /** The most that transactions of the gateway may cost. */
  readonly feeBounds: Readonly<Record<Network, FeeBounds>>;
  /** The least and the most that one payment is charged for its network. */
  readonly networkFeeBounds: Readonly<Record<Network, NetworkFeeBounds>>;
  readonly rateSources: readonly string[];
  readonly rateRefreshSeconds: Readonly<Record<Mode, number>>;
  readonly rateLimits: RateLimits;
  readonly invoiceLifetimeSeconds: number;
  readonly followerPollMs: number;
}

/** Where the signer's keys are. Only the process that serves the queue `signer` is given the passphrase. */
export interface SignerConfig {
  readonly keystore: string | undefined;
  readonly passphrase: string | undefined;
}

/** Requests per minute: of one API token, of one address on the payer's calls, and failed sign-ins of one address. */
export interface RateLimits {
  readonly apiPerMinute: number;
  readonly customerPerMinute: number;
  readonly signInPerMinute: number;
}

/**
 * Reads and checks the environment. An empty variable counts as unset.
 * @throws DomainError `configuration_invalid` that names every wrong variable at once, never a secret's value
 */
export function readConfig(env: Environment): Config {
  const problems: string[] = [];
  const read = <T>(name: string, { reader }: Variable<T>): T => {
    const value = reader(env[name] === '' ? undefined : env[name]);
    if (value.ok) return value.value;
    problems.push(`${name} ${value.problem}`);
    return undefined as T;
  };
  const simple = readSimple(read);
  const chains = perNetwork((mode, network) => read(chainVariable(mode, network), CHAIN_URL));
  const feeBounds = readFeeBounds((name, reader) => read(name, variable(reader, '')));
  const networkFeeBounds = readNetworkFeeBounds((name, reader) => read(name, variable(reader, '')));
  const config: Config = { ...simple, chains, feeBounds, networkFeeBounds, accountXpubs: perNetwork(() => undefined) };
  const accountXpubs = readAccountXpubs(env, config, problems);
  if (config.nodeEnv === 'production' && env.TEMPORAL_CODEC_KEY === undefined) {
    problems.push('TEMPORAL_CODEC_KEY is required when NODE_ENV is production');
  }
  for (const name of ['VERIFICATION_APP_TOKEN', 'VERIFICATION_SECRET', 'VERIFICATION_WEBHOOK_SECRET']) {
    if (env.VERIFICATION_URL && !env[name]) problems.push(`${name} is required because VERIFICATION_URL is set`);
  }
  if (problems.length > 0) {
    const message = ['The configuration is wrong:', ...problems.map((problem) => `  ${problem}`)].join('\n');
    throw new DomainError('configuration_invalid', { message });
  }
  return { ...config, accountXpubs };
}

/**
 * True where the simulator stands in for a chain: without a node, save in production mode under NODE_ENV=production.
 */
export function isSimulated(config: Pick<Config, 'nodeEnv' | 'chains'>, mode: Mode, network: Network): boolean {
  return config.chains[mode][network] === undefined && (mode === 'sandbox' || config.nodeEnv !== 'production');
}

/** True where payments can be taken: a node is set, or the simulator stands in. */
export function isOpen(config: Pick<Config, 'nodeEnv' | 'chains'>, mode: Mode, network: Network): boolean {
  return config.chains[mode][network] !== undefined || isSimulated(config, mode, network);
}

/** Every variable with a sentence about it, in the order of `.env.example`. */
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
  return [
    ...Object.entries(VARIABLES).map(([name, { about }]) => ({ name, about })),
    ...chains,
    ...describeFeeBounds(),
  ];
}

interface Variable<T> {
  readonly reader: Reader<T>;
  readonly about: string;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
const NODE_ENVS = ['development', 'test', 'production'] as const;
const RATE_SOURCES = ['kraken', 'bitstamp', 'coinbase', 'bitfinex'];

const CHAIN_URL: Variable<string | undefined> = {
  reader: optional(url('http:', 'https:', 'ws:', 'wss:')),
  about: 'Node of a network.',
};

const VARIABLES = {
  NODE_ENV: variable(fallback(oneOf(NODE_ENVS), 'development'), 'production forbids the simulator in production mode.'),
  HOST: variable(fallback(text(), '127.0.0.1'), 'IP address the API listens on. Default: 127.0.0.1.'),
  PORT: variable(fallback(int(0, 65_535), 8080), 'Port of the API and all front ends. Default: 8080.'),
  PUBLIC_URL: variable(optional(url('http:', 'https:')), 'URL at which payers and merchants reach the gateway.'),
  TRUST_PROXY: variable(fallback(cidrs(), []), 'Proxies trusted for X-Forwarded-For: CIDR, separated by commas.'),
  METRICS_TOKEN: variable(
    optional(text()),
    'Bearer token of GET /metrics. If unset, only programs on the same machine have access.',
  ),
  DATA_DIR: variable(fallback(text(), '.tidegate'), 'Folder for the data of npm start.'),
  DATABASE_URL: variable(required(url('postgres:', 'postgresql:')), 'URL of the Postgres database.'),
  DATABASE_POOL_SIZE: variable(fallback(int(2, 200), 10), 'Maximum Postgres connections of a process. Default: 10.'),
  TEMPORAL_ADDRESS: variable(fallback(text(), '127.0.0.1:7233'), 'Temporal server, host:port.'),
  TEMPORAL_NAMESPACE: variable(fallback(text(), 'default'), 'Temporal namespace.'),
  TEMPORAL_CODEC_KEY: variable(optional(bytes32()), 'Encrypts workflow payloads: 32 bytes in base64.'),
  AMQP_URL: variable(optional(url('amqp:', 'amqps:')), 'RabbitMQ. If unset, messages stay inside the worker.'),
  SMTP_URL: variable(optional(url('smtp:', 'smtps:')), 'Mail server. If unset, no mails are sent.'),
  MAIL_FROM: variable(fallback(text(), 'Tidegate <no-reply@tidegate.localhost>'), 'Sender of mails.'),
  CAPTCHA_SITE_KEY: variable(optional(text()), 'Site key of the captcha. If unset, there is none.'),
  CAPTCHA_SECRET: variable(optional(text()), 'Secret of the captcha provider; required with the site key.'),
  CAPTCHA_VERIFY_URL: variable(
    fallback(url('https:', 'http:'), 'https://www.google.com/recaptcha/api/siteverify'),
    'URL that verifies a solved captcha. Default: reCAPTCHA; hCaptcha and Turnstile use the same call.',
  ),
  CAPTCHA_SCRIPT_URL: variable(
    fallback(url('https:', 'http:'), 'https://www.google.com/recaptcha/api.js'),
    'URL of the captcha script, with the same interface as reCAPTCHA. Default: reCAPTCHA.',
  ),
  CAPTCHA_ORIGINS: variable(
    fallback(list(), ['https://www.google.com', 'https://www.gstatic.com']),
    "Origins of the captcha's scripts and frames, separated by commas.",
  ),
  VERIFICATION_URL: variable(
    optional(url('https:', 'http:')),
    'URL of the verification provider. If unset, the simulator verifies; with NODE_ENV=production nobody does.',
  ),
  VERIFICATION_APP_TOKEN: variable(optional(text()), 'App token that the verification provider issued.'),
  VERIFICATION_SECRET: variable(optional(text()), 'Secret that signs calls to the verification provider.'),
  VERIFICATION_WEBHOOK_SECRET: variable(optional(text()), "Signs the provider's webhooks to /webhooks/verification."),
  VERIFICATION_LEVEL_COMPANY: variable(fallback(text(), 'basic-kyb-level'), "The provider's level for businesses."),
  VERIFICATION_LEVEL_PERSON: variable(fallback(text(), 'basic-kyc-level'), "The provider's level for people."),
  RETENTION_YEARS: variable(
    fallback(int(5, 50), 8),
    'Years to keep documents and personal data after a relationship has ended. Default: 8.',
  ),
  ENCRYPTION_KEY: variable(required(bytes32()), 'Encrypts secrets at rest: 32 bytes in base64.'),
  LOG_LEVEL: variable(fallback(oneOf(LOG_LEVELS), 'info'), LOG_LEVELS.join(', ')),
  WORKER_QUEUES: variable(optional(list()), 'Task queues of this worker, separated by commas. Default: all.'),
  SANDBOX_BLOCK_SECONDS: variable(fallback(int(0, 3_600), 10), 'Seconds between simulated blocks; 0: only on request.'),
  SANDBOX_PERIOD_SECONDS: variable(
    optional(int(1, 86_400)),
    'Seconds between runs of automatic payouts and sweeps in sandbox, for demonstrations. Default: the real periods.',
  ),
  SANDBOX_SEED: variable(
    optional(words()),
    'BIP-39 seed phrase of the simulated accounts, which contain no real money.',
  ),
  SIGNER_KEYSTORE: variable(
    optional(text()),
    'File with the encrypted seed phrase of the paying accounts, created by scripts/signer-keystore.ts. Required when production mode has nodes.',
  ),
  SIGNER_PASSPHRASE: variable(
    optional(text()),
    'Passphrase of the keystore, only for the process that serves the queue signer.',
  ),
  OWN_PORTS: variable(fallback(ports(), []), 'More ports that webhooks must never reach, separated by commas.'),
  WEBHOOK_ALLOWED_NETWORKS: variable(
    fallback(cidrs(), []),
    'Private networks that webhooks may reach: CIDR ranges, separated by commas.',
  ),
  ALLOW_TEST_CHAINS: variable(fallback(flag(), false), 'true allows a test chain in production mode.'),
  USDT_ERC20_CONTRACT: variable(
    optional(evmAddress()),
    "USDT contract on Ethereum in production mode. Default: Tether's contract on the main chain.",
  ),
  SANDBOX_USDT_ERC20_CONTRACT: variable(optional(evmAddress()), 'USDT contract on the Ethereum node of sandbox mode.'),
  USDT_TRC20_CONTRACT: variable(
    optional(tronAddress()),
    "USDT contract on TRON in production mode. Default: Tether's contract on the main chain.",
  ),
  SANDBOX_USDT_TRC20_CONTRACT: variable(optional(tronAddress()), 'USDT contract on the TRON node of sandbox mode.'),
  RATE_SOURCES: variable(fallback(list(), RATE_SOURCES), 'Exchanges used for rates, separated by commas.'),
  RATE_REFRESH_SECONDS: variable(fallback(int(1, 30), 20), 'Seconds between rate updates in production mode.'),
  SANDBOX_RATE_REFRESH_SECONDS: variable(fallback(int(1, 30), 10), 'Seconds between rate updates in sandbox mode.'),
  RATE_LIMIT_API_PER_MINUTE: variable(fallback(int(1, 10_000_000), 60_000), 'Calls per minute of one API token.'),
  RATE_LIMIT_CUSTOMER_PER_MINUTE: variable(
    fallback(int(1, 10_000_000), 12_000),
    "Calls per minute of an IP address to the payer's and back office's API.",
  ),
  RATE_LIMIT_SIGN_IN_PER_MINUTE: variable(fallback(int(1, 10_000_000), 10), 'Failed sign-ins a minute per IP address.'),
  INVOICE_LIFETIME_SECONDS: variable(fallback(int(60, 86_400), 900), 'Seconds in which an invoice can be paid.'),
  FOLLOWER_POLL_MS: variable(fallback(int(50, 60_000), 500), 'Maximum milliseconds between queries of a chain.'),
};

function variable<T>(reader: Reader<T>, about: string): Variable<T> {
  return { reader, about };
}

function readSimple(
  read: <T>(name: string, variable: Variable<T>) => T,
): Omit<Config, 'chains' | 'accountXpubs' | 'feeBounds' | 'networkFeeBounds'> {
  const get = <Name extends keyof typeof VARIABLES>(name: Name) =>
    read(name, VARIABLES[name] as Variable<ValueOf<(typeof VARIABLES)[Name]>>);
  const port = get('PORT');
  return {
    sandboxWords: get('SANDBOX_SEED'),
    signer: { keystore: get('SIGNER_KEYSTORE'), passphrase: get('SIGNER_PASSPHRASE') },
    nodeEnv: get('NODE_ENV'),
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
    retentionYears: get('RETENTION_YEARS'),
    publicUrl: withoutTrailing(get('PUBLIC_URL') ?? `http://localhost:${port}`, '/'),
    trustProxy: get('TRUST_PROXY'),
    metricsToken: get('METRICS_TOKEN'),
    dataDir: get('DATA_DIR'),
    databaseUrl: get('DATABASE_URL'),
    databasePoolSize: get('DATABASE_POOL_SIZE'),
    temporalAddress: get('TEMPORAL_ADDRESS'),
    temporalNamespace: get('TEMPORAL_NAMESPACE'),
    temporalCodecKey: get('TEMPORAL_CODEC_KEY'),
    amqpUrl: get('AMQP_URL'),
    smtpUrl: get('SMTP_URL'),
    mailFrom: get('MAIL_FROM'),
    encryptionKey: get('ENCRYPTION_KEY'),
    logLevel: get('LOG_LEVEL'),
    workerQueues: get('WORKER_QUEUES'),
    sandboxBlockSeconds: get('SANDBOX_BLOCK_SECONDS'),
    sandboxPeriodSeconds: get('SANDBOX_PERIOD_SECONDS'),
    webhookAllowedNetworks: get('WEBHOOK_ALLOWED_NETWORKS'),
    ownPorts: get('OWN_PORTS'),
    allowTestChains: get('ALLOW_TEST_CHAINS'),
    usdtErc20Contracts: { sandbox: get('SANDBOX_USDT_ERC20_CONTRACT'), production: get('USDT_ERC20_CONTRACT') },
    usdtTrc20Contracts: { sandbox: get('SANDBOX_USDT_TRC20_CONTRACT'), production: get('USDT_TRC20_CONTRACT') },
    rateSources: get('RATE_SOURCES'),
    rateRefreshSeconds: { sandbox: get('SANDBOX_RATE_REFRESH_SECONDS'), production: get('RATE_REFRESH_SECONDS') },
    rateLimits: {
      apiPerMinute: get('RATE_LIMIT_API_PER_MINUTE'),
      customerPerMinute: get('RATE_LIMIT_CUSTOMER_PER_MINUTE'),
      signInPerMinute: get('RATE_LIMIT_SIGN_IN_PER_MINUTE'),
    },
    invoiceLifetimeSeconds: get('INVOICE_LIFETIME_SECONDS'),
    followerPollMs: get('FOLLOWER_POLL_MS'),
  };
}

type ValueOf<V> = V extends Variable<infer T> ? T : never;

/**
 * Account keys that are set, else those of the sandbox's words: account 0 for sandbox mode, on test nodes too, and
 * account 1 for simulated chains in production mode.
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
