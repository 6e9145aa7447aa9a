// Prints `deploy/helm/tidegate/values.schema.json`: the chart's values, which Helm checks by it. `node
// scripts/generate.ts` writes it, and `npm test` fails when it is out of date.
import '../db/core/require-node.ts';
import { NETWORKS } from '../domain/assets/assets.ts';
import { describeVariables, variablesFromFiles } from '../settings/config.ts';
import { taskQueues } from '../workflows/messages.ts';

/**
 * Settings that the chart itself decides, for each process. A build ID would leave workflows behind when Helm replaces
 * it, and an archive needs a volume that all workers of core share, which the chart does not have.
 */
const BY_CHART = new Set([
  'NODE_ENV',
  'HOST',
  'PORT',
  'DATA_DIR',
  'BACKUP_DIR',
  'METRICS_HOST',
  'METRICS_PORT',
  'DRAIN_SECONDS',
  'WORKER_QUEUES',
  'WORKER_BUILD_ID',
  'SIGNER_KEYSTORE',
  'SIGNER_PASSPHRASE',
  'ARCHIVE_AFTER_MONTHS',
  'ARCHIVE_DIR',
]);

/** Without these nothing starts. */
const NEEDED: Readonly<Record<string, object>> = {
  PUBLIC_URL: { pattern: '^https://' },
  TEMPORAL_ADDRESS: { minLength: 1 },
};

const filed = variablesFromFiles();
const settable = describeVariables().filter(({ name }) => !BY_CHART.has(name));
const secretNames = settable.map(({ name }) => name).filter((name) => filed.has(name));
const { core, rates, webhooks, verification, cardPartner, treasury, simulator, chain } = taskQueues;

const flag = { type: 'boolean' };
const word = { type: 'string' };
const list = { type: 'array', items: { type: 'object' } };
const map = { type: 'object', additionalProperties: word };
const name = { type: 'string', pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$' };
const amounts = { type: 'object', additionalProperties: { type: ['string', 'integer'] } };
const resources = exact({ requests: amounts, limits: amounts }, ['requests']);

function exact(properties: object, required: readonly string[] = Object.keys(properties)) {
  return { type: 'object', additionalProperties: false, required, properties };
}

const settings = Object.fromEntries(
  settable
    .filter((each) => !filed.has(each.name))
    .map((each) => [each.name, { type: 'string', description: each.about, ...(NEEDED[each.name] ?? {}) }]),
);

const schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...exact(
    {
      image: exact({
        repository: { type: 'string', minLength: 1 },
        tag: word,
        pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
      }),
      imagePullSecrets: list,
      settings: exact(settings, Object.keys(NEEDED)),
      secrets: exact({
        name,
        names: {
          type: 'array',
          uniqueItems: true,
          items: { enum: secretNames },
          allOf: ['DATABASE_URL', 'ENCRYPTION_KEY', 'TEMPORAL_CODEC_KEY', 'METRICS_TOKEN'].map((each) => ({
            contains: { const: each },
          })),
        },
      }),
      api: exact({
        replicas: { type: 'integer', minimum: 2 },
        drainSeconds: { type: 'integer', minimum: 0, maximum: 300 },
        resources,
      }),
      workers: {
        type: 'object',
        propertyNames: { pattern: '^[a-z]([a-z0-9-]{0,10}[a-z0-9])?$' },
        additionalProperties: exact({
          replicas: { type: 'integer', minimum: 1 },
          queues: {
            type: 'array',
            minItems: 1,
            uniqueItems: true,
            items: {
              enum: [core, rates, webhooks, verification, cardPartner, treasury, simulator, ...NETWORKS.map(chain)],
            },
          },
          resources,
        }),
      },
      signer: exact({ secretName: name, resources, nodeSelector: map, tolerations: list }),
      networkPolicy: exact({
        enabled: flag,
        postgres: list,
        temporal: list,
        rabbitmq: list,
        nodes: list,
        api: list,
        apiFrom: list,
        metricsFrom: list,
      }),
      ingress: exact({ enabled: flag, className: word, annotations: map, tlsSecretName: word }),
      podMonitor: exact({ enabled: flag }),
      global: { type: 'object' },
    },
    ['image', 'settings', 'secrets', 'api', 'workers', 'signer', 'networkPolicy', 'ingress', 'podMonitor'],
  ),
};

process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
