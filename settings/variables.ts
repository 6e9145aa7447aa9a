import { NO_FEE_ENTRIES } from '../domain/exchanges/fee-entries.ts';
import { RETENTION_MIN_YEARS } from '../domain/legal/retention.ts';
import {
  bic,
  buildId,
  bytes32,
  certificates,
  cidrs,
  contact,
  day,
  ebicsId,
  ebicsServices,
  evmAddress,
  fallback,
  feeEntries,
  flag,
  iban,
  imapUrl,
  int,
  list,
  mailbox,
  mailboxes,
  oneOf,
  optional,
  origin,
  otlpHeaders,
  ports,
  privateKey,
  quietHours,
  type Reader,
  ratio,
  required,
  routingKey,
  sha256Hex,
  text,
  timeZone,
  tronAddress,
  url,
  uuid,
  webhookSecret,
  words,
} from './readers.ts';

/** How a variable of the environment is read, with the sentence about it in `.env.example`. */
export interface Variable<T> {
  readonly reader: Reader<T>;
  readonly about: string;
  /** A secret or a certificate: `<NAME>_FILE` may name a file that contains it. */
  readonly fromFile?: true;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
const NODE_ENVS = ['development', 'test', 'production'] as const;
const RATE_SOURCES = ['kraken', 'bitstamp', 'coinbase', 'bitfinex'];

/** The URL of a network's node. The name of the variable depends on network and mode. */
export const CHAIN_URL = filed(optional(url('http:', 'https:', 'ws:', 'wss:')), 'Node of a network.');

/** All variables that have a fixed name, in the order of `.env.example`. */
export const VARIABLES = {
  NODE_ENV: variable(fallback(oneOf(NODE_ENVS), 'development'), 'production forbids the simulator in production mode.'),
  HOST: variable(fallback(text(), '127.0.0.1'), 'IP address the API listens on. Default: 127.0.0.1.'),
  PORT: variable(fallback(int(0, 65_535), 8080), 'Port of the API and all front ends. Default: 8080.'),
  PUBLIC_URL: variable(optional(url('http:', 'https:')), 'URL at which payers and merchants reach the gateway.'),
  TRUST_PROXY: variable(fallback(cidrs(), []), 'Proxies trusted for X-Forwarded-For: CIDR, separated by commas.'),
  METRICS_PORT: variable(
    optional(int(1, 65_535)),
    'Port on which this process answers /metrics, /health/live and /health/ready for operators. Unset: none. Each process on a machine needs its own; npm start and npm run cluster count up from it.',
  ),
  METRICS_HOST: variable(fallback(text(), '127.0.0.1'), 'IP address for METRICS_PORT. Default: 127.0.0.1.'),
  DRAIN_SECONDS: variable(
    fallback(int(0, 300), 0),
    'Seconds for which a stopping API still answers while its health check says that it is not ready. Behind a balancer: more than the interval of its health checks. Default: 0.',
  ),
  METRICS_TOKEN: filed(
    optional(text()),
    'Bearer token of GET /metrics. If unset, only programs on the same machine have access.',
  ),
  DATA_DIR: variable(fallback(text(), '.tidegate'), 'Folder for the data of npm start.'),
  BACKUP_DIR: variable(
    optional(text()),
    'Folder for backups, on another disk. If set, the Postgres of npm start archives its log there.',
  ),
  DATABASE_URL: filed(required(url('postgres:', 'postgresql:')), 'URL of the Postgres database.'),
  DATABASE_POOL_SIZE: variable(fallback(int(2, 200), 10), 'Maximum Postgres connections of a process. Default: 10.'),
  TEMPORAL_ADDRESS: variable(fallback(text(), '127.0.0.1:7233'), 'Temporal server, host:port.'),
  TEMPORAL_NAMESPACE: variable(fallback(text(), 'default'), 'Temporal namespace.'),
  TEMPORAL_API_KEY: filed(optional(text()), 'API key of the Temporal server, such as Temporal Cloud. Needs TLS.'),
  TEMPORAL_TLS: variable(
    optional(flag()),
    'true: connect to Temporal over TLS. Default: true if one of the settings TEMPORAL_TLS_… or TEMPORAL_API_KEY is set.',
  ),
  TEMPORAL_TLS_CA: filed(
    optional(certificates()),
    "CA certificates that may issue Temporal's certificate, in PEM. Default: the public ones.",
  ),
  TEMPORAL_TLS_CERT: filed(optional(certificates()), 'Client certificate for Temporal, in PEM.'),
  TEMPORAL_TLS_KEY: filed(optional(privateKey()), 'Private key of TEMPORAL_TLS_CERT, in PEM.'),
  TEMPORAL_TLS_SERVER_NAME: variable(
    optional(text()),
    "Name in Temporal's certificate. Default: the host in TEMPORAL_ADDRESS.",
  ),
  TEMPORAL_CODEC_KEY: filed(optional(bytes32()), 'Encrypts workflow payloads: 32 bytes in base64.'),
  TEMPORAL_UI_ORIGIN: variable(
    optional(origin()),
    'Origin of the Temporal Web UI, in which staff may then read encrypted workflows. Needs TEMPORAL_CODEC_KEY. Unset: nobody may.',
  ),
  AMQP_URL: filed(optional(url('amqp:', 'amqps:')), 'RabbitMQ. If unset, messages stay inside the worker.'),
  AMQP_TLS_CA: filed(
    optional(certificates()),
    "CA certificates that may issue RabbitMQ's certificate, in PEM. Default: the public ones.",
  ),
  AMQP_TLS_CERT: filed(optional(certificates()), 'Client certificate for RabbitMQ, in PEM.'),
  AMQP_TLS_KEY: filed(optional(privateKey()), 'Private key of AMQP_TLS_CERT, in PEM.'),
  AMQP_TLS_SERVER_NAME: variable(optional(text()), "Name in RabbitMQ's certificate. Default: the host in AMQP_URL."),
  SMTP_URL: filed(optional(url('smtp:', 'smtps:')), 'Mail server. If unset, no mails are sent.'),
  SMTP_TLS_CA: filed(
    optional(certificates()),
    "CA certificates that may issue the mail server's certificate, in PEM; then mails are only sent over TLS. Default: the public ones.",
  ),
  MAIL_FROM: variable(fallback(text(), 'Tidegate <no-reply@tidegate.localhost>'), 'Sender of mails.'),
  SUPPORT_URL: variable(
    fallback(contact(), 'mailto:support@tidegate.localhost'),
    'Where /support leads people who need help: a page, or mailto: with an address, which then also gets the answers to mails.',
  ),
  SITE: variable(
    fallback(oneOf(['on', 'off']), 'on'),
    'Whether the gateway has public pages for visitors (on or off). Without them / leads to the back office. Default: on.',
  ),
  OPERATOR_NAME: variable(
    fallback(text(), 'Tidegate'),
    'Whose gateway it is, as its public pages say. Default: Tidegate.',
  ),
  OPERATOR_LINE: variable(
    fallback(text(), 'A sandbox of Tidegate: it belongs to no company, and no real money moves.'),
    'The foot of the public pages: legal entity and address.',
  ),
  SECURITY_CONTACT: variable(
    optional(contact()),
    'Where people report weaknesses, as /.well-known/security.txt says: a page, or mailto: with an address. Default: SUPPORT_URL.',
  ),
  LEGAL_REVISED_ON: variable(
    optional(day()),
    'Day on which you last changed a setting that the legal documents print, such as RETENTION_YEARS (YYYY-MM-DD). If it is later than the date of a document, it is the version of the document, and users accept it again.',
  ),
  SUPPORT_MAIL: variable(
    optional(mailbox()),
    'Mailbox that gets what visitors write by the forms of the public pages, and that their pages name. Default: the address of SUPPORT_URL, or support@tidegate.localhost.',
  ),
  SUPPORT_HOURS: variable(
    fallback(text(), 'At any hour, every day'),
    'When support answers, as the contact page says. Default: At any hour, every day.',
  ),
  SUPPORT_ANSWER_HOURS: variable(
    fallback(int(1, 720), 24),
    'Hours within which support answers, as the contact page and the acknowledgement say. Default: 24.',
  ),
  GEOIP_FILE: variable(
    optional(text()),
    "A file in MaxMind's format (.mmdb) that says where addresses are, for people's activity. If unset, only local ones.",
  ),
  SUPPORT_IMAP_URL: filed(
    optional(imapUrl()),
    'Mailbox of SUPPORT_MAIL, in which the worker reads replies to tickets and new ones: imaps://user:password@host, with special characters percent-encoded; imap:// begins with STARTTLS. Unset: replies by email are not read.',
  ),
  SUPPORT_IMAP_TLS_CA: filed(
    optional(certificates()),
    "CA certificates that may issue the certificate of SUPPORT_IMAP_URL's server, in PEM. Default: the public ones.",
  ),
  CONTACT_RETENTION_MONTHS: variable(
    fallback(int(1, 120), 24),
    'Months to keep messages of visitors, and applications for an account that nobody opened. Default: 24.',
  ),
  UPDATE_MAILS_PER_MINUTE: variable(
    fallback(int(1, 6_000), 60),
    'How many product updates are mailed per minute, so that mail servers of readers take them. Default: 60.',
  ),
  ALERT_MAIL_TO: variable(
    fallback(mailboxes(), []),
    'Email addresses that get alerts, separated by commas. If no ALERT_ channel is set, nobody is notified of alerts.',
  ),
  ALERT_ESCALATION_MAIL_TO: variable(
    fallback(mailboxes(), []),
    'More email addresses that get alerts which nobody acknowledged, separated by commas.',
  ),
  ALERT_WEBHOOK_URL: filed(
    optional(url('https:', 'http:')),
    'URL that gets alerts as Standard Webhooks; https in production.',
  ),
  ALERT_WEBHOOK_SECRET: filed(optional(webhookSecret()), 'Signs these webhooks: whsec_ and 24 to 64 bytes in base64.'),
  ALERT_PAGERDUTY_KEY: filed(optional(routingKey()), "PagerDuty's routing key (integration key) of Events API v2."),
  ALERT_PAGERDUTY_URL: variable(
    fallback(url('https:', 'http:'), 'https://events.pagerduty.com/v2/enqueue'),
    'URL of Events API v2. Default: https://events.pagerduty.com/v2/enqueue; in the EU https://events.eu.pagerduty.com/v2/enqueue.',
  ),
  ALERT_ALLOWED_NETWORKS: variable(
    fallback(cidrs(), []),
    'Private networks that alerts may be sent to: CIDR ranges, separated by commas. Does not apply to the mail server.',
  ),
  ALERT_BASE_URL: variable(
    optional(url('https:', 'http:')),
    'URL at which staff reach the console, for links in alerts. Default: PUBLIC_URL.',
  ),
  ALERT_ESCALATION_MINUTES: variable(
    fallback(int(1, 1_440), 15),
    'Minutes until a critical alert that nobody acknowledged escalates; warnings take eight times as long. Default: 15.',
  ),
  ALERT_QUIET_HOURS: variable(
    optional(quietHours()),
    'When only critical alerts are sent, such as 22:00-07:00; the others wait for the end. Default: never.',
  ),
  ALERT_TIME_ZONE: variable(fallback(timeZone(), 'UTC'), 'Time zone of ALERT_QUIET_HOURS, such as Europe/Vilnius.'),
  CAPTCHA_SITE_KEY: variable(optional(text()), 'Site key of the captcha. If unset, there is none.'),
  CAPTCHA_SECRET: filed(optional(text()), 'Secret of the captcha provider; required with the site key.'),
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
  VERIFICATION_APP_TOKEN: filed(optional(text()), 'App token that the verification provider issued.'),
  VERIFICATION_SECRET: filed(optional(text()), 'Secret that signs calls to the verification provider.'),
  VERIFICATION_WEBHOOK_SECRET: filed(optional(text()), "Signs the provider's webhooks to /webhooks/verification."),
  VERIFICATION_LEVEL_COMPANY: variable(fallback(text(), 'basic-kyb-level'), "The provider's level for businesses."),
  VERIFICATION_LEVEL_PERSON: variable(fallback(text(), 'basic-kyc-level'), "The provider's level for people."),
  CARD_PARTNER_URL: variable(
    optional(url('https:', 'http:')),
    'URL of the partner that sells coins by card in production mode (Banxa: https://api.banxa.com). If unset, nobody buys by card there.',
  ),
  CARD_PARTNER_NAME: variable(optional(text()), 'Partner reference that the card partner assigned, as in its paths.'),
  CARD_PARTNER_KEY: filed(optional(text()), 'API key that the card partner issued.'),
  CARD_PARTNER_SECRET: filed(optional(text()), 'Secret that signs calls to the card partner.'),
  CARD_PARTNER_WEBHOOK_SECRET: filed(
    optional(text()),
    "Signs the card partner's webhooks to /webhooks/card-partner/production.",
  ),
  CARD_PARTNER_TERMS_URL: variable(
    optional(url('https:')),
    "URL of the card partner's terms, which customers accept before they buy.",
  ),
  CARD_PARTNER_PRIVACY_URL: variable(optional(url('https:')), "URL of the card partner's privacy notice."),
  CARD_SIMULATOR_PORT: variable(
    optional(int(1, 65_535)),
    'Port of this machine on which a simulated card partner listens. npm start chooses one. Refused with NODE_ENV=production.',
  ),
  BANK_URL: filed(
    optional(url('file:', 'sftp:', 'ebics+https:', 'ebics+http:')),
    'Where files go to the bank and come from it: file:///folder, sftp://user:password@host/folder, or ebics+https://host/path for EBICS 3.0. If unset, the bank is simulated; with NODE_ENV=production there are no euro withdrawals.',
  ),
  BANK_ACCOUNT_NAME: variable(optional(text()), 'Name of the account holder at the bank. Required with BANK_URL.'),
  BANK_ACCOUNT_IBAN: variable(optional(iban()), 'IBAN of the account. Required with BANK_URL.'),
  BANK_ACCOUNT_BIC: variable(optional(bic()), 'BIC of the bank. Required with BANK_URL.'),
  BANK_ACCOUNT_TOWN: variable(optional(text()), 'Town of the account holder. Required with BANK_URL.'),
  BANK_ACCOUNT_COUNTRY: variable(
    optional(text()),
    'Country of the account holder: two letters. Required with BANK_URL.',
  ),
  BANK_SCHEMA_DIR: variable(
    optional(text()),
    "Folder with the bank's schemas, such as pain.001.001.09.xsd. Required with BANK_URL.",
  ),
  BANK_FILE_OWNER: variable(
    optional(int(0, 2_147_483_647)),
    "Number of the user that the bank's files belong to, if it is not the worker's own; for file:///.",
  ),
  BANK_SFTP_HOST_KEY: variable(
    optional(text()),
    "Fingerprint of the SFTP server's key, such as SHA256:…, as ssh-keygen -l prints it. Required for sftp://.",
  ),
  BANK_SFTP_KEY: filed(optional(privateKey()), 'Private key for the SFTP server, in PEM.'),
  BANK_EBICS_HOST_ID: variable(optional(ebicsId()), "Host ID of the bank's EBICS server. Required for ebics+https://."),
  BANK_EBICS_PARTNER_ID: variable(optional(ebicsId()), 'Our partner ID (customer ID) for EBICS.'),
  BANK_EBICS_USER_ID: variable(optional(ebicsId()), 'Our user ID (subscriber ID) for EBICS.'),
  BANK_EBICS_KEYS: variable(
    optional(text()),
    'Path of the file with our EBICS keys, which `npm run ebics -- keys` makes.',
  ),
  BANK_EBICS_BANK_X002: variable(
    optional(sha256Hex()),
    "SHA-256 hash of the bank's authentication key (X002), from the bank's letter or website.",
  ),
  BANK_EBICS_BANK_E002: variable(
    optional(sha256Hex()),
    "SHA-256 hash of the bank's encryption key (E002), from the bank's letter or website.",
  ),
  BANK_EBICS_PAYMENTS: variable(
    optional(ebicsServices()),
    'Format of files of payments in the table of the bank, as service:scope:option:container:message, such as SCT:DE:::pain.001@09.',
  ),
  BANK_EBICS_RECALLS: variable(optional(ebicsServices()), 'Format of recalls, such as SCR:DE:::camt.055@05.'),
  BANK_EBICS_DOWNLOADS: variable(
    optional(ebicsServices()),
    'Formats to fetch, separated by spaces, such as PSR:DE::ZIP:pain.002 STM:DE::ZIP:camt.054 EOP:DE::ZIP:camt.053.',
  ),
  BANK_WINDOW_MINUTES: variable(
    fallback(int(0, 1_440), 15),
    'Minutes between two files of payments. Default: 15; the simulated bank gets them at once.',
  ),
  BANK_CUT_OFF_HOUR: variable(
    fallback(int(1, 24), 14),
    'Hour in Frankfurt until which the bank makes payments on the same day. Default: 14.',
  ),
  BANK_FEES_EUR_PER_DAY: variable(
    fallback(int(0, 1_000_000), 500),
    'Euro that the bank may take as fees within a day: beyond it, euro wait until staff have asked the bank. Default: 500.',
  ),
  RETENTION_YEARS: variable(
    fallback(int(RETENTION_MIN_YEARS, 50), 8),
    'Years to keep documents and personal data after a relationship has ended. Default: 8.',
  ),
  ARCHIVE_AFTER_MONTHS: variable(
    optional(int(6, 600)),
    'Months for which events, webhook deliveries and attempts stay in the database before they are moved to files. Needs ARCHIVE_DIR. Unset: for ever.',
  ),
  ARCHIVE_DIR: variable(
    optional(text()),
    'Folder for the files of archived months, the same for all workers of core. It must exist.',
  ),
  ENCRYPTION_KEY: filed(required(bytes32()), 'Encrypts secrets at rest: 32 bytes in base64.'),
  LOG_LEVEL: variable(fallback(oneOf(LOG_LEVELS), 'info'), LOG_LEVELS.join(', ')),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    optional(url('http:', 'https:')),
    'Base URL of the OTLP/HTTP collector that gets traces. If unset, none are made.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: filed(
    optional(otlpHeaders()),
    'Headers for the collector, such as a key: name=value, separated by commas, values URL-encoded.',
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(
    fallback(ratio(), 1),
    'Share of the traces that are made, from 0 to 1. Default: 1.',
  ),
  WORKER_BUILD_ID: variable(
    optional(buildId()),
    'Version of this worker, such as a commit: workflows stay with the version that began them. The same for all workers of a version. Unset: none.',
  ),
  WORKER_QUEUES: variable(optional(list()), 'Task queues of this worker, separated by commas. Default: all.'),
  SANDBOX_BLOCK_SECONDS: variable(
    fallback(int(0, 3_600), 10),
    'Seconds between simulated blocks of a chain with recent payments; 0: only on request.',
  ),
  SANDBOX_PERIOD_SECONDS: variable(
    optional(int(1, 86_400)),
    'Seconds between runs of automatic payouts and sweeps in sandbox, for demonstrations. Default: the real periods.',
  ),
  SANDBOX_SEED: filed(optional(words()), 'BIP-39 seed phrase of the simulated accounts, which contain no real money.'),
  SIGNER_KEYSTORE: variable(
    optional(text()),
    'File with the encrypted seed phrase of the paying accounts, created by scripts/signer-keystore.ts. Required when production mode has nodes.',
  ),
  SIGNER_PASSPHRASE: filed(
    optional(text()),
    'Passphrase of the keystore, only for the process that serves the queue signer.',
  ),
  OWN_PORTS: variable(fallback(ports(), []), 'More ports that webhooks must never reach, separated by commas.'),
  OWN_PROCESS: variable(
    optional(int(1, 4_194_304)),
    'ID of a process: webhooks never reach a port that a process it has started listens on. Linux only; npm start and npm run cluster set it.',
  ),
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
  EXCHANGE_WITHDRAWAL_FEES: variable(
    fallback(feeEntries(), NO_FEE_ENTRIES),
    'What exchanges charge payers for withdrawals: entries of exchange, gate, fee, minimum, day and source, separated by semicolons, such as kraken BTC 0.00001 0.0001 2026-11-20 Kraken fee page. Older than 30 days they are no longer used.',
  ),
  RATE_REFRESH_SECONDS: variable(fallback(int(1, 30), 20), 'Seconds between rate updates in production mode.'),
  SANDBOX_RATE_REFRESH_SECONDS: variable(fallback(int(1, 30), 10), 'Seconds between rate updates in sandbox mode.'),
  EXCHANGE_KRAKEN_KEY: filed(
    optional(text()),
    'API key of the account at Kraken that hedges production mode; trading and queries, withdrawals for rebalancing.',
  ),
  EXCHANGE_KRAKEN_SECRET: filed(optional(text()), 'Private key that belongs to EXCHANGE_KRAKEN_KEY.'),
  EXCHANGE_KRAKEN_URL: variable(
    optional(url('https:', 'http:')),
    "URL that takes the place of Kraken's own, for a proxy. Default: Kraken's.",
  ),
  EXCHANGE_BINANCE_KEY: filed(
    optional(text()),
    'API key of the account at Binance that hedges production mode; trading and queries, withdrawals for rebalancing.',
  ),
  EXCHANGE_BINANCE_SECRET: filed(optional(text()), 'Secret that belongs to EXCHANGE_BINANCE_KEY.'),
  EXCHANGE_BINANCE_URL: variable(
    optional(url('https:', 'http:')),
    "URL that takes the place of Binance's own, for a proxy. Default: Binance's.",
  ),
  TRANSFER_PROFILE: variable(
    optional(uuid()),
    "ID of the profile of the gateway's own merchant in production, whose payouts bring coins to exchanges. Default: none do.",
  ),
  TRANSFER_SANDBOX_PROFILE: variable(optional(uuid()), 'The same in sandbox mode.'),
  CARD_COMMISSION_BPS: variable(
    fallback(int(0, 10_000), 0),
    'Commission that the card partner owes the gateway, in basis points of what the card is charged, as the contract says. Default: 0, nobody earns by card purchases.',
  ),
  CARD_SHOP_SHARE_BPS: variable(
    fallback(int(0, 10_000), 5_000),
    'Part of that commission which goes to the shop, in basis points. Default: 5000, half of it.',
  ),
  TRANSFER_AUTOMATIC_BELOW_EUR: variable(
    fallback(int(0, 1_000_000), 0),
    'Proposed transfers worth less than this many euro run without an approval. Default: 0, none do.',
  ),
  TRANSFER_SECOND_PERSON_FROM_EUR: variable(
    fallback(int(0, 1_000_000_000), 10_000),
    'Transfers worth this many euro or more, together with those that the same person alone approved within 24 hours, ' +
      'need two people of two roles. Default: 10000.',
  ),
  CLAIM_SECOND_PERSON_FROM_EUR: variable(
    fallback(int(0, 1_000_000_000), 1_000),
    'Claims to stray payments worth this many euro or more, together with those that the same person alone approved ' +
      'within 24 hours, need two people of two roles. Default: 1000.',
  ),
  RATE_LIMIT_API_PER_MINUTE: variable(fallback(int(1, 10_000_000), 60_000), 'Calls per minute of one API token.'),
  RATE_LIMIT_CUSTOMER_PER_MINUTE: variable(
    fallback(int(1, 10_000_000), 12_000),
    "Calls per minute of an IP address to the payer's and back office's API.",
  ),
  RATE_LIMIT_SIGN_IN_PER_MINUTE: variable(fallback(int(1, 10_000_000), 10), 'Failed sign-ins a minute per IP address.'),
  INVOICE_LIFETIME_SECONDS: variable(fallback(int(60, 86_400), 900), 'Seconds in which an invoice can be paid.'),
  FOLLOWER_POLL_MS: variable(fallback(int(50, 60_000), 500), 'Maximum milliseconds between queries of a chain.'),
};

export function variable<T>(reader: Reader<T>, about: string): Variable<T> {
  return { reader, about };
}

function filed<T>(reader: Reader<T>, about: string): Variable<T> {
  return { reader, about, fromFile: true };
}
