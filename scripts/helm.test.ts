import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NETWORKS } from '../domain/assets/assets.ts';
import { TEST_MNEMONIC } from '../settings/config.fixture.ts';
import { describeVariables, readConfig, variablesFromFiles } from '../settings/config.ts';
import { taskQueues } from '../workflows/messages.ts';
import { type Container, chart, type Pod, type Rendered, render, runHelm, typeProblems } from './helm.fixture.ts';
import { isFound } from './toolchain/found.ts';
import { findHelm } from './toolchain/helm.ts';

const found = findHelm();
const helm = isFound(found) ? found.path : '';
const known = describeVariables().map(({ name }) => name);
const filed = variablesFromFiles();
const KEY = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const least = ['-f', join(chart, 'ci', 'least-values.yaml')];
const full = ['-f', join(chart, 'ci', 'full-values.yaml')];

/** The keys of both Secrets, as a person makes them. */
const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgresql://tidegate:p@postgres:5432/tidegate',
  ENCRYPTION_KEY: KEY,
  TEMPORAL_CODEC_KEY: KEY,
  TEMPORAL_API_KEY: 't',
  SANDBOX_SEED: TEST_MNEMONIC,
  METRICS_TOKEN: 'm',
  AMQP_URL: 'amqp://tidegate:r@rabbitmq:5672',
  SMTP_URL: 'smtps://pay:s@mail.example.com:465',
  SUPPORT_IMAP_URL: 'imaps://pay:s@mail.example.com',
  ALERT_PAGERDUTY_KEY: 'R0123456789012345678901234567890',
  SIGNER_PASSPHRASE: 's',
};

const podsOf = (objects: readonly Rendered[]) =>
  objects.flatMap(({ kind, metadata, spec: { template } }) =>
    template === undefined
      ? []
      : [{ name: metadata.name, kind, pod: template, container: template.spec.containers[0] }],
  );
const ofKind = (objects: readonly Rendered[], kind: string) => objects.filter((each) => each.kind === kind);
const find = (objects: readonly Rendered[], kind: string, name: string) => {
  const object = objects.find((each) => each.kind === kind && each.metadata.name === `shop-tidegate-${name}`);
  if (object === undefined) throw new Error(`There is no ${kind} ${name}.`);
  return object;
};
const includesAll = (labels: object, expected: object = {}) =>
  Object.entries(expected).every(([name, value]) => (labels as Record<string, string>)[name] === value);

/** The settings that a container has once the files that it names are read. */
function settingsOf({ env }: Container): Record<string, string> {
  return Object.fromEntries(
    env.map(({ name, value }) => {
      const setting = name.replace(/_FILE$/, '');
      return setting === name ? [name, value] : [setting, SECRETS[value.slice(value.lastIndexOf('/') + 1)] ?? ''];
    }),
  );
}

/** The files that a pod has, by the paths of its mounts. */
function filesOf({ spec: { volumes, containers } }: Pod): string[] {
  return containers[0].volumeMounts.flatMap(({ name, mountPath }) =>
    (volumes.find((volume) => volume.name === name)?.secret?.items ?? []).map(({ path }) => join(mountPath, path)),
  );
}

describe.skipIf(!isFound(found)).each([
  { values: 'least', args: least },
  { values: 'full', args: full },
])('the chart with the $values values', ({ args }) => {
  const objects = isFound(found) ? render(helm, ...args) : [];
  const pods = podsOf(objects);
  const lasting = pods.filter(({ kind }) => kind === 'Deployment');

  test('is made of objects that Kubernetes knows, field by field', () => {
    // The Prometheus operator brings its own kind along.
    const own = objects.filter(({ kind }) => kind !== 'PodMonitor');
    expect(typeProblems(own)).toEqual([]);
    const [first] = own;
    const wrong = { ...first, spec: { ...first?.spec, unknownField: 1 } } as Rendered;
    expect(typeProblems([wrong])).toEqual([expect.stringContaining('unknownField')]);
  });

  test('tells each process only settings that exist, and enough to start in production', () => {
    expect(lasting.map(({ name }) => name.replace('shop-tidegate-', '')).toSorted()).toEqual([
      'api',
      'signer',
      'worker-chains',
      'worker-core',
      'worker-rest',
    ]);
    for (const { name, container } of pods) {
      const names = container.env.map((variable) => variable.name);
      expect(new Set(names).size, name).toBe(names.length);
      const unknown = names.filter((each) => !known.includes(each) && !filed.has(each.replace(/_FILE$/, '')));
      expect(unknown, name).toEqual([]);
    }
    for (const { name, container } of lasting) {
      const environment = { NODE_ENV: 'production', HOST: '0.0.0.0', ...settingsOf(container) };
      expect(() => readConfig(environment), name).not.toThrow();
    }
  });

  test('mounts each file that a setting names, and nothing else', () => {
    for (const { name, pod, container } of pods) {
      const { volumes } = pod.spec;
      const named = container.env.flatMap((variable) =>
        /^(\/run\/secrets\/.*)$/.test(variable.value) ? [variable.value] : [],
      );
      expect(filesOf(pod).toSorted(), name).toEqual(named.toSorted());
      expect(volumes.map((volume) => volume.name).toSorted(), name).toEqual(
        container.volumeMounts.map((mount) => mount.name).toSorted(),
      );
      for (const { secret } of volumes) expect(secret?.defaultMode ?? 0o440, name).toBe(0o440);
      for (const { key } of volumes.flatMap(({ secret }) => secret?.items ?? [])) {
        expect(key === 'keystore.json' || key in SECRETS, `${name}: ${key}`).toBe(true);
      }
    }
  });

  test('gives no pod more rights than it needs', () => {
    for (const { name, pod, container } of pods) {
      expect(pod.spec, name).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(container.securityContext, name).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources.requests, name).toMatchObject({ cpu: expect.anything(), memory: expect.anything() });
      for (const mount of container.volumeMounts) expect(mount.readOnly ?? mount.name === 'tmp', name).toBe(true);
    }
  });

  test('runs programs of the image, and asks each process that lasts for its health', () => {
    for (const { name, container } of pods) {
      expect(existsSync(join(chart, '..', '..', '..', container.args[0] ?? '')), name).toBe(true);
    }
    for (const { name, pod, container } of lasting) {
      const ports = container.ports?.map((port) => port.name) ?? [];
      expect(container.readinessProbe?.httpGet.path, name).toBe('/health/ready');
      expect(container.livenessProbe?.httpGet, name).toEqual({ path: '/health/live', port: 'metrics' });
      expect(ports, name).toContain(container.readinessProbe?.httpGet.port);
      const { METRICS_PORT, DRAIN_SECONDS = '15' } = settingsOf(container);
      expect(container.ports?.find((port) => port.name === 'metrics')?.containerPort).toBe(Number(METRICS_PORT));
      expect(pod.spec.terminationGracePeriodSeconds, name).toBeGreaterThan(Number(DRAIN_SECONDS) + 10);
    }
  });

  test('finds by every selector what it is for', () => {
    const labels = pods.map(({ pod }) => pod.metadata.labels);
    for (const { kind, metadata, spec } of objects) {
      if (kind === 'Job') continue;
      const selector = spec.selector?.matchLabels ?? spec.podSelector?.matchLabels ?? spec.selector;
      if (selector === undefined) continue;
      const matched = labels.filter((each) => includesAll(each, selector));
      const isOfAll = kind === 'PodMonitor';
      expect(matched.length, `${kind} ${metadata.name}`).toBe(isOfAll ? pods.length : 1);
    }
    const { ports } = find(objects, 'Service', 'api').spec;
    const [api] = find(objects, 'Deployment', 'api').spec.template?.spec.containers ?? [];
    for (const { targetPort } of ports ?? []) expect(api?.ports?.map(({ name }) => name)).toContain(targetPort);
  });

  test('serves every queue, and only the signer has keys', () => {
    const served = lasting.flatMap(({ container }) => settingsOf(container).WORKER_QUEUES?.split(',') ?? []);
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
    const withKeys = pods.filter(({ container }) =>
      Object.keys(settingsOf(container)).some((key) => /SIGNER/.test(key)),
    );
    expect(withKeys.map(({ name }) => name)).toEqual(['shop-tidegate-signer']);
    expect(find(objects, 'Deployment', 'signer').spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
  });

  test('keeps an API while another one is replaced', () => {
    const { replicas, strategy } = find(objects, 'Deployment', 'api').spec;
    expect(replicas).toBeGreaterThan(1);
    expect(strategy).toEqual({ rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } });
    expect(find(objects, 'PodDisruptionBudget', 'api').spec).toMatchObject({ maxUnavailable: 1 });
  });

  test('updates the schema before it prepares Temporal, both before new processes start', () => {
    const jobs = ofKind(objects, 'Job').toSorted(
      (a, b) =>
        Number(a.metadata.annotations?.['helm.sh/hook-weight']) -
        Number(b.metadata.annotations?.['helm.sh/hook-weight']),
    );
    expect(jobs.map(({ spec }) => spec.template?.spec.containers[0].args)).toEqual([
      ['db/schema/migrate.ts'],
      ['scripts/prepare-temporal.ts'],
    ]);
    for (const { metadata } of jobs) expect(metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    const [migrate, prepare] = jobs.map(({ spec }) => spec.template?.spec.containers[0].env.map(({ name }) => name));
    expect(migrate).toEqual(['DATABASE_URL_FILE']);
    expect(prepare?.filter((name) => !name.startsWith('TEMPORAL_'))).toEqual([]);
  });

  test('lets nothing reach the signer, and the signer nothing but its servers', () => {
    expect(
      ofKind(objects, 'NetworkPolicy')
        .map(({ metadata }) => metadata.name)
        .toSorted(),
    ).toEqual(lasting.map(({ name }) => name).toSorted());
    const { ingress = [], egress = [] } = find(objects, 'NetworkPolicy', 'signer').spec;
    for (const { from, ports } of ingress) {
      expect(from?.length).toBeGreaterThan(0);
      expect(ports?.map(({ port }) => port)).toEqual([9464]);
    }
    const { ingress: toApi = [] } = find(objects, 'NetworkPolicy', 'api').spec;
    const http = toApi.filter((rule) => rule.ports?.some(({ port }) => port === 8080));
    const [api] = pods.filter(({ name }) => name === 'shop-tidegate-api').map(({ container }) => settingsOf(container));
    // Only trusted proxies can connect.
    expect(http.every(({ from = [] }) => from.length > 0)).toBe(api?.TRUST_PROXY !== undefined);
    const ports = egress.flatMap((rule) => rule.ports?.map(({ port }) => port) ?? [Number.NaN]);
    expect(ports).toEqual(expect.arrayContaining([53, 5432, 7233]));
    expect(ports.filter((port) => ![53, 5432, 7233, 8332].includes(port))).toEqual([]);
  });
});

describe.skipIf(!isFound(found))('values that cannot work are refused', () => {
  const refusals = [
    { set: 'settings.PUBLIC_URL=', says: /'\/settings\/PUBLIC_URL': '' does not match/ },
    { set: 'settings.PUBLIC_URL=http://pay.example.com', says: /PUBLIC_URL.*does not match/ },
    { set: 'settings.LOG_LEVLE=warn', says: /'\/settings': additional properties 'LOG_LEVLE' not allowed/ },
    { set: 'settings.DATABASE_URL=postgres://x', says: /additional properties 'DATABASE_URL' not allowed/ },
    { set: 'settings.WORKER_BUILD_ID=a', says: /additional properties 'WORKER_BUILD_ID' not allowed/ },
    { set: 'settings.RETENTION_YEARS=7', says: /'\/settings\/RETENTION_YEARS': got number, want string/ },
    { set: 'secrets.names={DATABASE_URL}', says: /'\/secrets\/names': no items match contains schema/ },
    { set: 'secrets.names[0]=SIGNER_PASSPHRASE', says: /'\/secrets\/names\/0': value must be one of/ },
    { set: 'api.replicas=1', says: /'\/api\/replicas': minimum: got 1, want 2/ },
    { set: 'signer.replicas=2', says: /'\/signer': additional properties 'replicas' not allowed/ },
    { set: 'workers.core.queues={core,signer}', says: /'\/workers\/core\/queues\/1': value must be one of/ },
    { set: 'workers.rest=null', says: /No worker serves the queue rates/ },
    { set: 'settings.TRUST_PROXY=10.42.0.0/16', says: /name your ingress in networkPolicy\.apiFrom/ },
  ];

  test.each(refusals)('$set', ({ set, says }) => {
    const { status, stderr } = runHelm(helm, 'template', ...least, '--set', set);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(says);
  });
});

test.skipIf(!isFound(found))('helm lint has nothing to say', () => {
  for (const args of [least, full]) {
    const { status, stdout } = runHelm(helm, 'lint', ...args);
    expect(stdout).not.toMatch(/WARNING|ERROR/);
    expect(status).toBe(0);
  }
});
