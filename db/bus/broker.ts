import type { TlsSettings } from '../../settings/config.ts';
import { type DriverOptions, explainTls, tlsOptions } from '../../settings/tls.ts';

/** Where RabbitMQ is, and for an `amqps:` URL how it is verified. */
export interface Broker {
  readonly url: string;
  readonly tls?: TlsSettings;
}

/** The driver's options beside the URL. */
export function socketOptions({ url, tls }: Broker): DriverOptions {
  return tls !== undefined && isTls(url) ? tlsOptions(tls) : {};
}

/** The error of a connection, with what to do about it if the TLS settings are the reason. Shows no password. */
export async function explainedBus(error: Error, { url, tls = NO_TLS_SETTINGS }: Broker): Promise<Error> {
  const { hostname, port } = new URL(url);
  const host = hostname.replaceAll(/[[\]]/g, '');
  const advice = await explainTls({
    host,
    port: Number(port || (isTls(url) ? 5671 : 5672)),
    prefix: 'AMQP_TLS',
    tls: isTls(url) ? tls : undefined,
    turnOn: 'begin AMQP_URL with amqps://',
    greeting: GREETING,
  });
  return advice === undefined ? error : new Error(`RabbitMQ at ${host}: ${advice}`, { cause: error });
}

function isTls(url: string): boolean {
  return new URL(url).protocol === 'amqps:';
}

const NO_TLS_SETTINGS: TlsSettings = { ca: undefined, client: undefined, serverName: undefined };

/** The protocol header of AMQP 0-9-1; the broker answers with `connection.start`. */
const GREETING = Buffer.concat([Buffer.from('AMQP'), Buffer.from([0, 0, 9, 1])]);
