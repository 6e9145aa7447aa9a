import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { prepareNamespaceAt } from '../scripts/services/temporal-namespace.ts';
import { createTestNamespace, type TestTemporal, temporalSettings } from '../scripts/testing/temporal.ts';
import { type Authority, makeAuthority } from '../settings/certificates.fixture.ts';
import type { TemporalSettings, TlsSettings } from '../settings/config.ts';
import { useTlsProxies } from '../settings/tls-proxy.fixture.ts';
import { startTemporalCloud, type TemporalCloud } from './cloud.fixture.ts';
import { connectWorkers, openClient } from './connection.ts';

const [servers, clients, strangers] = ['servers', 'clients', 'strangers'].map(makeAuthority) as [
  Authority,
  Authority,
  Authority,
];
const NOTHING: TlsSettings = { ca: undefined, client: undefined, serverName: undefined };

const startProxy = useTlsProxies();
let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await createTestNamespace();
});

/** A server with TLS, and the settings of a program that connects to it by its name. */
async function serve(tls: Partial<TlsSettings>, { names, asks }: { names?: string; asks?: boolean } = {}) {
  const proxy = await startProxy({
    target: Number(temporal.address.split(':')[1]),
    certificate: servers.issue(names === undefined ? {} : { names }),
    protocol: 'h2',
    ...(asks ? { clientsOf: clients } : {}),
  });
  return { proxy, settings: settingsFor(`localhost:${proxy.port}`, { temporalTls: { ...NOTHING, ...tls } }) };
}

function settingsFor(temporalAddress: string, rest: Partial<TemporalSettings>): TemporalSettings {
  return { ...temporalSettings(temporal), temporalAddress, ...rest };
}

/** Both the workers' connection and the clients' reach the namespace. */
async function expectToReach(settings: TemporalSettings): Promise<void> {
  const { namespace } = temporal;
  const workers = await connect(settings);
  const client = await openClient(settings);
  try {
    for (const { workflowService } of [workers, client.connection]) {
      const { namespaceInfo } = await workflowService.describeNamespace({ namespace });
      expect(namespaceInfo?.name).toBe(namespace);
    }
  } finally {
    await client.connection.close();
    await workers.close();
  }
}

/** As a worker connects; the first trouble, which it logs, is thrown here. */
async function connect(settings: TemporalSettings) {
  const onTrouble = (error: unknown) => {
    throw error;
  };
  const connection = await connectWorkers(settings, { signal: new AbortController().signal, onTrouble });
  if (connection === null) throw new Error('Nobody stopped it.');
  return connection;
}

describe('Temporal over TLS', () => {
  test('is reached by workers and clients that trust its authority', async () => {
    const { settings } = await serve({ ca: servers.cert });
    await expectToReach(settings);
  });

  test('is refused without its authority, with what to set', async () => {
    const { settings } = await serve({ ca: strangers.cert });
    await expect(connect(settings)).rejects.toThrow(/^Temporal at localhost:\d+: .* Set TEMPORAL_TLS_CA_FILE to/);
    await expect(connect({ ...settings, temporalTls: NOTHING })).rejects.toThrow('Set TEMPORAL_TLS_CA_FILE to');
  });

  test('is refused under a name that is not in its certificate, unless this name is set', async () => {
    const { settings } = await serve({ ca: servers.cert }, { names: 'DNS:temporal.example' });
    await expect(connect(settings)).rejects.toThrow(/for another name .* or set TEMPORAL_TLS_SERVER_NAME to it/);
    await expectToReach({
      ...settings,
      temporalTls: { ...NOTHING, ca: servers.cert, serverName: 'temporal.example' },
    });
  });

  test('gets the client certificate that it asks for', async () => {
    const { proxy, settings } = await serve({ ca: servers.cert, client: clients.issue() }, { asks: true });
    await expectToReach(settings);
    expect(new Set(proxy.accepted)).toEqual(new Set(['of clients']));
  });

  test('that gets no client certificate, or one of a stranger, closes the connection, and we say why', async () => {
    const { proxy, settings } = await serve({ ca: servers.cert }, { asks: true });
    await expect(connect(settings)).rejects.toThrow('Set TEMPORAL_TLS_CERT_FILE and TEMPORAL_TLS_KEY_FILE to');
    const temporalTls = { ...NOTHING, ca: servers.cert, client: strangers.issue() };
    await expect(connect({ ...settings, temporalTls })).rejects.toThrow('Set TEMPORAL_TLS_CERT_FILE to one that');
    expect(proxy.accepted).toEqual([]);
  });

  test('whose certificate has expired is refused in words', async () => {
    const proxy = await startProxy({ target: 1, certificate: servers.issue({ isExpired: true }), protocol: 'h2' });
    const settings = settingsFor(`localhost:${proxy.port}`, { temporalTls: { ...NOTHING, ca: servers.cert } });
    await expect(connect(settings)).rejects.toThrow('has expired. Renew it on the server.');
  });

  test('that is called without TLS, and a server without TLS that is called with it, say how to set it', async () => {
    const { settings } = await serve({});
    await expect(connect({ ...settings, temporalTls: undefined })).rejects.toThrow('set TEMPORAL_TLS=true');
    const plain = settingsFor(temporal.address, { temporalTls: { ...NOTHING, ca: servers.cert } });
    await expect(connect(plain)).rejects.toThrow('does not speak TLS on this port');
  });
});

describe('a Temporal that asks for an API key', () => {
  const apiKey = 'key of the namespace';
  let cloud: TemporalCloud | undefined;
  afterEach(() => cloud?.close());

  async function serveCloud(temporalApiKey: string): Promise<{ cloud: TemporalCloud; settings: TemporalSettings }> {
    cloud = await startTemporalCloud({ target: temporal.address, certificate: servers.issue(), apiKey });
    const temporalTls = { ...NOTHING, ca: servers.cert };
    return { cloud, settings: settingsFor(cloud.address, { temporalTls, temporalApiKey }) };
  }

  test('gets it as a bearer token with every call of workers and clients', async () => {
    const { cloud: asked, settings } = await serveCloud(apiKey);
    await expectToReach(settings);
    expect(asked.shown.length).toBeGreaterThan(2);
    expect(new Set(asked.shown)).toEqual(new Set([`Bearer ${apiKey}`]));
  });

  test('has a namespace of its owner, whom we tell what to make there', async () => {
    const { settings } = await serveCloud(apiKey);
    await prepareNamespaceAt(settings);
    const preparing = prepareNamespaceAt({ ...settings, temporalNamespace: 'nobody-made-it' });
    await expect(preparing).rejects.toThrow(/Make the namespace nobody-made-it .* NeedsOperator \(Bool\)/);
  });

  test('refuses another one, and we say what to set without showing it', async () => {
    const { settings } = await serveCloud('an old key');
    const refusal = await connect(settings).catch((error: unknown) => error);
    expect(String(refusal)).toMatch(/refuses the API key\. Set TEMPORAL_API_KEY_FILE to/);
    expect(String(refusal)).not.toContain('an old key');
  });
});
