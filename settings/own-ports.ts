import type { Config } from './config.ts';

type Addresses = Pick<
  Config,
  'port' | 'metricsPort' | 'databaseUrl' | 'temporalAddress' | 'amqpUrl' | 'smtpUrl' | 'tracing' | 'ownPorts' | 'chains'
>;

/**
 * The ports of everything the product consists of or talks to: API, Postgres, Temporal, bus, mail server, chain nodes,
 * and what `OWN_PORTS` adds (the pages of Temporal and of the mail catcher).
 */
export function ownPortsOf(config: Addresses): ReadonlySet<number> {
  const nodes = Object.values(config.chains).flatMap((networks) => Object.values(networks));
  const collector = config.tracing?.endpoint;
  const urls = [
    `tcp://${config.temporalAddress}`,
    config.databaseUrl,
    config.amqpUrl,
    config.smtpUrl,
    collector,
    ...nodes,
  ];
  const ports = urls.map((url) => (url === undefined ? undefined : portOf(url)));
  return new Set([config.port, config.metricsPort, ...config.ownPorts, ...ports].filter((port) => port !== undefined));
}

/** Where an address leaves the port out. Of a web address it says nothing: a proxy is there, or another machine. */
const DEFAULTS: Readonly<Record<string, number>> = {
  'postgres:': 5432,
  'postgresql:': 5432,
  'amqp:': 5672,
  'amqps:': 5671,
  'smtp:': 587,
  'smtps:': 465,
  'tcp:': 7233,
};

function portOf(address: string): number | undefined {
  if (!URL.canParse(address)) return undefined;
  const { port, protocol } = new URL(address);
  return port === '' ? DEFAULTS[protocol] : Number(port);
}
