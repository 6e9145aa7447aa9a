import { withoutTrailing } from '../domain/text/trailing.ts';
import type { VARIABLES, Variable } from './variables.ts';

/** How the other end of a TLS connection is verified, and what we show it. All in PEM. */
export interface TlsSettings {
  /** Undefined for the public authorities. */
  readonly ca: string | undefined;
  readonly client: { readonly cert: string; readonly key: string } | undefined;
  /** The name in the server's certificate, if it is not the host's. */
  readonly serverName: string | undefined;
}

/** The settings that a program needs to use Temporal. */
export interface TemporalSettings {
  readonly temporalAddress: string;
  readonly temporalNamespace: string;
  /** Undefined: connections are not encrypted. */
  readonly temporalTls: TlsSettings | undefined;
  readonly temporalApiKey: string | undefined;
  /** Encrypts workflow payloads; required in production. */
  readonly temporalCodecKey: Uint8Array | undefined;
}

/** The settings that a program needs to use RabbitMQ and the mail server. */
export interface MessagingSettings {
  /** RabbitMQ; undefined for the bus inside the process. */
  readonly amqpUrl: string | undefined;
  /** Applies when the URL begins with `amqps:`. */
  readonly amqpTls: TlsSettings;
  /** If undefined, no emails are sent, and the log says so. */
  readonly smtpUrl: string | undefined;
  readonly smtpCa: string | undefined;
  readonly mailFrom: string;
  /** A page, or `mailto:` with an address. */
  readonly supportUrl: string;
  /** Whether the gateway has pages for visitors; without them `/` leads to the back office. */
  readonly hasSite: boolean;
  /** The gateway's operator, as its public pages name it. */
  readonly operatorName: string;
  /** The legal entity and its address. */
  readonly operatorLine: string;
  /** The day on which the operator last changed what the legal documents print, ISO 8601. */
  readonly legalRevisedOn: string | undefined;
  /** Where weaknesses are reported; undefined: to the support. */
  readonly securityContact: string | undefined;
  readonly support: SupportSettings;
  /** How long messages of visitors, and applications that nobody used, are kept. */
  readonly contactRetentionMonths: number;
  readonly updateMailsPerMinute: number;
}

/** The team that answers visitors, and its hours. */
export interface SupportSettings {
  readonly mail: string;
  /** A sentence or less. */
  readonly hours: string;
  readonly answerHours: number;
  /** The mailbox of `mail`; undefined: nobody reads it for the gateway. */
  readonly inbox?: InboxSettings | undefined;
}

/** A mailbox that is read by IMAP, always encrypted. */
export interface InboxSettings {
  /** With user and password. */
  readonly url: string;
  /** In PEM; undefined for the public authorities. */
  readonly ca: string | undefined;
}

/** Where traces are exported to; the standard variables of OpenTelemetry. */
export interface TracingSettings {
  /** The base URL of an OTLP/HTTP collector, without a trailing slash. */
  readonly endpoint: string;
  /** Sent with every export; may contain a secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** The share of the traces that are exported, from 0 to 1. */
  readonly ratio: number;
}

/** Reads one variable with a fixed name, and notes what is wrong with it. */
export type GetVariable = <Name extends keyof typeof VARIABLES>(name: Name) => ValueOf<(typeof VARIABLES)[Name]>;

type ValueOf<V> = V extends Variable<infer T> ? T : never;

/** The settings of Temporal. TLS is on as soon as one of its settings says how. */
export function readTemporal(get: GetVariable, problems: string[]): TemporalSettings {
  const apiKey = get('TEMPORAL_API_KEY');
  const tls = readTls(get, 'TEMPORAL', problems);
  const isImplied = isGiven(tls) || apiKey !== undefined;
  const isOn = get('TEMPORAL_TLS') ?? isImplied;
  if (!isOn && isImplied) {
    problems.push(
      apiKey === undefined
        ? 'TEMPORAL_TLS must not be false because other settings TEMPORAL_TLS_… are set'
        : 'TEMPORAL_TLS must not be false because TEMPORAL_API_KEY would be sent unencrypted',
    );
  }
  return {
    temporalAddress: get('TEMPORAL_ADDRESS'),
    temporalNamespace: get('TEMPORAL_NAMESPACE'),
    temporalCodecKey: get('TEMPORAL_CODEC_KEY'),
    temporalApiKey: apiKey,
    temporalTls: isOn ? tls : undefined,
  };
}

/** The settings of RabbitMQ and the mail server. */
export function readMessaging(get: GetVariable, problems: string[]): MessagingSettings {
  const amqpUrl = get('AMQP_URL');
  const amqpTls = readTls(get, 'AMQP', problems);
  if (isGiven(amqpTls) && amqpUrl?.startsWith('amqp:')) {
    problems.push('AMQP_URL must begin with amqps:// because settings AMQP_TLS_… are set');
  }
  return {
    amqpUrl,
    amqpTls,
    smtpUrl: get('SMTP_URL'),
    smtpCa: get('SMTP_TLS_CA'),
    mailFrom: get('MAIL_FROM'),
    supportUrl: get('SUPPORT_URL'),
    hasSite: get('SITE') === 'on',
    operatorName: get('OPERATOR_NAME'),
    operatorLine: get('OPERATOR_LINE'),
    legalRevisedOn: get('LEGAL_REVISED_ON'),
    securityContact: get('SECURITY_CONTACT'),
    support: readSupport(get, problems),
    contactRetentionMonths: get('CONTACT_RETENTION_MONTHS'),
    updateMailsPerMinute: get('UPDATE_MAILS_PER_MINUTE'),
  };
}

function readSupport(get: GetVariable, problems: string[]): SupportSettings {
  // Undefined while the settings are read, if it is wrong.
  const url = String(get('SUPPORT_URL'));
  const isPage = url.startsWith('https:');
  if (isPage && get('SITE') === 'on' && get('NODE_ENV') === 'production' && get('SUPPORT_MAIL') === undefined) {
    problems.push('SUPPORT_MAIL is required because SUPPORT_URL is a page: visitors write to a mailbox');
  }
  const imapUrl = get('SUPPORT_IMAP_URL');
  const usual = url.startsWith('mailto:') ? url.slice('mailto:'.length) : 'support@tidegate.localhost';
  return {
    mail: get('SUPPORT_MAIL') ?? usual,
    hours: get('SUPPORT_HOURS'),
    answerHours: get('SUPPORT_ANSWER_HOURS'),
    inbox: imapUrl === undefined ? undefined : { url: imapUrl, ca: get('SUPPORT_IMAP_TLS_CA') },
  };
}

/** The settings of tracing; undefined: off. */
export function readTracing(get: GetVariable): TracingSettings | undefined {
  const endpoint = get('OTEL_EXPORTER_OTLP_ENDPOINT');
  const headers = get('OTEL_EXPORTER_OTLP_HEADERS') ?? {};
  const ratio = get('OTEL_TRACES_SAMPLER_ARG');
  return endpoint === undefined ? undefined : { endpoint: withoutTrailing(endpoint, '/'), headers, ratio };
}

function readTls(get: GetVariable, of: 'TEMPORAL' | 'AMQP', problems: string[]): TlsSettings {
  const cert = get(`${of}_TLS_CERT`);
  const key = get(`${of}_TLS_KEY`);
  if ((cert === undefined) !== (key === undefined)) {
    const [missing, given] = cert === undefined ? ['CERT', 'KEY'] : ['KEY', 'CERT'];
    problems.push(`${of}_TLS_${missing} is required because ${of}_TLS_${given} is set`);
  }
  return {
    ca: get(`${of}_TLS_CA`),
    client: cert === undefined || key === undefined ? undefined : { cert, key },
    serverName: get(`${of}_TLS_SERVER_NAME`),
  };
}

function isGiven({ ca, client, serverName }: TlsSettings): boolean {
  return ca !== undefined || client !== undefined || serverName !== undefined;
}
