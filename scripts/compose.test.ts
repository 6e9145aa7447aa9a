import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { NETWORKS } from '../domain/assets/assets.ts';
import { TEST_MNEMONIC } from '../settings/config.fixture.ts';
import { describeVariables, readConfig } from '../settings/config.ts';
import { taskQueues } from '../workflows/messages.ts';
import { startProcess } from './process/managed.ts';
import { acceptsConnections, freePort } from './process/ports.ts';
import { temporalSettings } from './services/temporal-settings.ts';
import { findProgram } from './toolchain/found.ts';

const docker = join(import.meta.dirname, '..', 'docker');

interface Service {
  readonly image?: string;
  readonly build?: object;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly deploy?: { readonly replicas: number };
  readonly ports?: readonly string[];
  readonly networks?: { readonly default: { readonly ipv4_address: string } };
  readonly read_only?: boolean;
  readonly security_opt?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

interface Range {
  readonly subnet: string;
  readonly gateway: string;
  /** From which Docker gives addresses. */
  readonly ip_range: string;
}

const { services, networks } = parse(readFileSync(join(docker, 'compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
  networks: { readonly default: { readonly ipam: { readonly config: readonly [Range] } } };
};
const all = Object.entries(services);
const gateway = all.filter(([, { build }]) => build !== undefined);
const known = describeVariables().map(({ name }) => name);

/** The settings of a person who installs it; no other is necessary. */
const given: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'p',
  TEMPORAL_DATABASE_PASSWORD: 't',
  RABBITMQ_PASSWORD: 'r',
  PUBLIC_URL: 'https://pay.example',
  ENCRYPTION_KEY: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  TEMPORAL_CODEC_KEY: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  SANDBOX_SEED: TEST_MNEMONIC,
  METRICS_TOKEN: 'm',
  SIGNER_PASSPHRASE: 's',
  SIGNER_FOLDER: '/srv/signer',
};

/** The environment of a container, as compose makes it. @throws Error for a required variable that is not given */
function environmentOf({ environment = {} }: Service): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]) => {
    const text = value === null ? given[name] : resolve(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries);
}

function resolve(value: string): string {
  return value.replaceAll(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_all, name: string, kind?: string, rest = '') => {
    const found = given[name];
    if (found !== undefined) return found;
    if (kind === '-') return rest;
    throw new Error(`${name} is not given`);
  });
}

test.each(gateway)('%s gets only settings that exist, and enough to start in production', (_name, service) => {
  const environment = environmentOf(service);
  expect(Object.keys(service.environment ?? {}).filter((name) => !known.includes(name))).toEqual([]);
  expect(() => readConfig({ NODE_ENV: 'production', HOST: '0.0.0.0', ...environment })).not.toThrow();
});

test('every setting of production can be set', () => {
  // The image sets the first three. The rest is for sandbox nodes and for `npm start`.
  const elsewhere =
    /^(NODE_ENV|HOST|PORT|DATA_DIR|BACKUP_DIR|OWN_(PORTS|PROCESS)|CARD_SIMULATOR_PORT|TEMPORAL_NAMESPACE|WEBHOOK_ALLOWED_NETWORKS|ALLOW_TEST_CHAINS|SANDBOX_(CHAIN|XPUB|USDT)_.*|USDT_.*)$/;
  const settable = gateway.flatMap(([, { environment }]) => Object.keys(environment ?? {}));
  expect(known.filter((name) => !elsewhere.test(name) && !settable.includes(name))).toEqual([]);
});

test('the workers serve every queue, and only the signer has keys', () => {
  const served = gateway.flatMap(([, { environment }]) => environment?.WORKER_QUEUES?.split(',') ?? []);
  const { core, rates, webhooks, verification, cardPartner, treasury, signer, simulator, chain } = taskQueues;
  const queues = [
    core,
    rates,
    webhooks,
    verification,
    cardPartner,
    treasury,
    signer,
    simulator,
    ...NETWORKS.map(chain),
  ];
  expect(served.toSorted()).toEqual(queues.toSorted());
  const withKeys = all.filter(([, { environment = {} }]) => Object.keys(environment).some((key) => /SIGNER/.test(key)));
  expect(withKeys.map(([name, { environment }]) => [name, environment?.WORKER_QUEUES])).toEqual([['signer', 'signer']]);
});

test.each(all)('%s has a pinned image, no way to more rights, and a health check', (_name, service) => {
  expect(service.image).toMatch(service.build === undefined ? /:\d+\.\d+(\.\d+)?$/ : /^tidegate:/);
  expect(service.security_opt).toEqual(['no-new-privileges:true']);
  if (service.build !== undefined) expect(service.read_only).toBe(true);
  const isOnce = ['db/schema/migrate.ts', 'scripts/prepare-temporal.ts'].includes(service.command?.[0] ?? '');
  expect(service.healthcheck).toMatchObject(isOnce ? { disable: true } : { test: expect.any(Array) });
});

test('requests go to APIs that are ready, and only through the balancer, which the APIs trust', () => {
  expect(services.api?.deploy?.replicas).toBe(2);
  expect(services.api?.ports).toBeUndefined();
  const ports = all.flatMap(([, service]) => (service.ports ?? []).map(resolve));
  expect(ports).toEqual(['127.0.0.1:8080:8080', '127.0.0.1:8233:8080']);
  const { ipv4_address: balancerAddress = '' } = services.balancer?.networks?.default ?? {};
  const { trustProxy } = readConfig({ NODE_ENV: 'production', ...environmentOf(services.api ?? {}) });
  expect(trustProxy).toEqual([`${balancerAddress}/32`]);
  const [{ subnet, gateway, ip_range: given }] = networks.default.ipam.config;
  const isIn = (range: string) => ipaddr.parse(balancerAddress).match(ipaddr.parseCIDR(range));
  expect([isIn(subnet), isIn(given), isIn(`${gateway}/32`)]).toEqual([true, false, false]);
  const balancer = readFileSync(join(docker, 'haproxy.cfg'), 'utf8');
  expect(balancer).toContain('option httpchk GET /health/ready');
  const [, every = '', fails = ''] = /inter (\d+)s fall (\d+)/.exec(balancer) ?? [];
  const drainSeconds = Number(environmentOf(services.api ?? {}).DRAIN_SECONDS);
  expect(Number(every) * Number(fails)).toBeGreaterThan(0);
  expect(Number(every) * Number(fails)).toBeLessThan(drainSeconds);
});

const haproxy = findProgram(['haproxy'], 'HAPROXY');

test.skipIf(haproxy === undefined)("HAProxy takes the balancer's configuration", () => {
  const env = { ...process.env, TRUST_PROXY: environmentOf(services.balancer ?? {}).TRUST_PROXY };
  const checked = spawnSync(haproxy?.path ?? '', ['-c', '-f', join(docker, 'haproxy.cfg')], { encoding: 'utf8', env });
  expect(checked.stderr).not.toMatch(/ALERT|WARNING/);
  expect(checked.status).toBe(0);
});

describe.skipIf(haproxy === undefined)('the address of a caller', () => {
  /**
   * The client address that an API reads from a request that claims to come from 6.6.6.6, sent through the balancer.
   */
  async function forwardedFor(trustProxy: string | undefined): Promise<string> {
    const api = createServer((request, answer) => void answer.end(request.headers['x-forwarded-for'] ?? ''));
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    const port = await freePort();
    const { port: apiPort } = api.address() as AddressInfo;
    const configuration = readFileSync(join(docker, 'haproxy.cfg'), 'utf8')
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      .replace(/server-template .*/, `server api 127.0.0.1:${apiPort} resolvers docker init-addr last,libc,none`)
      .replace(/option httpchk.*|http-check .*/g, '');
    const folder = mkdtempSync(join(tmpdir(), 'tidegate-balancer-'));
    writeFileSync(join(folder, 'haproxy.cfg'), configuration);
    const balancer = await startProcess({
      name: 'HAProxy',
      command: haproxy?.path ?? '',
      args: ['-db', '-f', join(folder, 'haproxy.cfg')],
      env: { ...process.env, TRUST_PROXY: trustProxy ?? environmentOf(services.balancer ?? {}).TRUST_PROXY },
      ready: () => acceptsConnections(port),
    });
    try {
      const headers = { 'x-forwarded-for': '6.6.6.6' };
      return await (await fetch(`http://127.0.0.1:${port}/`, { headers })).text();
    } finally {
      await balancer.stop();
      await new Promise((resolve) => api.close(resolve));
      rmSync(folder, { recursive: true });
    }
  }

  test('is that of the connection, whatever the caller says', async () => {
    expect(await forwardedFor(undefined)).toBe('127.0.0.1');
  });

  test('is said by a proxy that the operator names', async () => {
    expect(await forwardedFor('10.0.0.7/32 127.0.0.1/32')).toBe('6.6.6.6, 127.0.0.1');
  });
});

test('what one service waits for exists and can come about', () => {
  for (const [, { depends_on = {} }] of all) {
    for (const [name, { condition }] of Object.entries(depends_on)) {
      const ends = services[name]?.healthcheck?.disable === true;
      expect([name, condition]).toEqual([name, ends ? 'service_completed_successfully' : 'service_healthy']);
    }
  }
});

test('Temporal has a user and databases of its own, and the settings of npm run cluster', () => {
  const { POSTGRES_USER: user, DBNAME: database, VISIBILITY_DBNAME: visibility } = services.temporal?.environment ?? {};
  expect(user).not.toBe(services.postgres?.environment?.POSTGRES_USER);
  const script = readFileSync(join(docker, 'create-temporal-databases.sh'), 'utf8');
  expect(script).toContain(`CREATE ROLE ${user} LOGIN`);
  for (const name of [database, visibility]) expect(script).toContain(`CREATE DATABASE ${name} OWNER ${user};`);
  const settings = Object.entries(temporalSettings).map(([setting, value]) => [setting, [{ value }]]);
  const configured: unknown = parse(readFileSync(join(docker, 'temporal-dynamic-config.yaml'), 'utf8'));
  expect(configured).toEqual(Object.fromEntries(settings));
});
