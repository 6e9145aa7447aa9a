import { afterEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { useRabbitMq } from '../../scripts/testing/nodes.ts';
import { type Authority, makeAuthority } from '../../settings/certificates.fixture.ts';
import type { TlsSettings } from '../../settings/config.ts';
import { useTlsProxies } from '../../settings/tls-proxy.fixture.ts';
import type { Bus } from './port.ts';
import { openRabbitMqBus } from './rabbitmq.ts';

const [servers, clients, strangers] = ['servers', 'clients', 'strangers'].map(makeAuthority) as [
  Authority,
  Authority,
  Authority,
];
const NOTHING: TlsSettings = { ca: undefined, client: undefined, serverName: undefined };
const patience = { timeout: 60_000, interval: 20 };

const rabbit = useRabbitMq();
const startProxy = useTlsProxies();
const open: Bus[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.close()));
});

/** A broker with TLS that is called by its name. */
async function serve({ names, asks }: { names?: string; asks?: boolean } = {}) {
  const proxy = await startProxy({
    target: rabbit().port,
    certificate: servers.issue(names === undefined ? {} : { names }),
    ...(asks ? { clientsOf: clients } : {}),
  });
  return { proxy, url: `amqps://guest:guest@localhost:${proxy.port}` };
}

async function openBus(url: string, tls: Partial<TlsSettings>): Promise<{ bus: Bus; troubles: string[] }> {
  const troubles: string[] = [];
  const onTrouble = ({ message }: Error) => void troubles.push(message);
  const bus = await openRabbitMqBus({ url, tls: { ...NOTHING, ...tls }, onTrouble });
  open.push(bus);
  return { bus, troubles };
}

async function expectToReach(url: string, tls: Partial<TlsSettings>): Promise<void> {
  const { bus } = await openBus(url, tls);
  const queue = newId();
  const got: unknown[] = [];
  await bus.consume(queue, [`${queue}.#`], async ({ payload }) => void got.push(payload), { concurrency: 1 });
  await vi.waitFor(() => bus.publish({ eventId: newId(), topic: `${queue}.x`, payload: 'encrypted' }), patience);
  await vi.waitFor(() => expect(got).toContain('encrypted'), patience);
}

async function expectTrouble(url: string, tls: Partial<TlsSettings>, words: RegExp): Promise<void> {
  const { bus, troubles } = await openBus(url, tls);
  await vi.waitFor(() => expect(troubles.join('\n')).toMatch(words), patience);
  await expect(bus.publish({ eventId: newId(), topic: 'x', payload: 1 })).rejects.toThrow('RabbitMQ is not connected');
  expect(troubles.join('\n')).not.toContain('guest');
}

describe('RabbitMQ over TLS', () => {
  test('brings messages to those who trust its authority', async () => {
    const { url } = await serve();
    await expectToReach(url, { ca: servers.cert });
  });

  test('is refused without its authority, with what to set', async () => {
    const { url } = await serve();
    const words = /^RabbitMQ at localhost: .* Set AMQP_TLS_CA_FILE to/m;
    await expectTrouble(url, { ca: strangers.cert }, words);
    await expectTrouble(url, {}, words);
  });

  test('is refused under a name that is not in its certificate, unless this name is set', async () => {
    const { url } = await serve({ names: 'DNS:rabbit.example' });
    await expectTrouble(url, { ca: servers.cert }, /for another name .* or set AMQP_TLS_SERVER_NAME to it/);
    await expectToReach(url, { ca: servers.cert, serverName: 'rabbit.example' });
  });

  test('gets the client certificate that it asks for', async () => {
    const { proxy, url } = await serve({ asks: true });
    await expectToReach(url, { ca: servers.cert, client: clients.issue() });
    expect(proxy.accepted).toContain('of clients');
  });

  test('that gets no client certificate, or one of a stranger, closes the connection, and we say why', async () => {
    const { proxy, url } = await serve({ asks: true });
    await expectTrouble(url, { ca: servers.cert }, /Set AMQP_TLS_CERT_FILE and AMQP_TLS_KEY_FILE to/);
    const stranger = { ca: servers.cert, client: strangers.issue() };
    await expectTrouble(url, stranger, /Set AMQP_TLS_CERT_FILE to one that/);
    expect(proxy.accepted).toEqual([]);
  });

  test('that is called without TLS, and a broker without TLS that is called with it, say how to set it', async () => {
    const { url } = await serve();
    await expectTrouble(url.replace('amqps:', 'amqp:'), {}, /begin AMQP_URL with amqps:\/\//);
    await expectTrouble(`amqps://guest:guest@localhost:${rabbit().port}`, {}, /does not speak TLS on this port/);
  });
});
