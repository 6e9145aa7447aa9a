import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { LAST_RELEASE } from '../../db/schema/migration-files.ts';
import { API_VERSIONS, type ApiVersion, NEWEST_VERSION } from '../../domain/versions/api-versions.ts';
import { openApiFile } from '../../domain/versions/documents.ts';
import type { PublicDocument } from './client-view.fixture.ts';
import { schemaRef } from './nodes.ts';
import { breakingChanges, whyNoOasdiff } from './oasdiff.fixture.ts';
import acceptedBreaks from './released/accepted-breaks.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file));
const releasedFolder = join(import.meta.dirname, 'released');
const today: PublicDocument = JSON.parse(read(`docs/${openApiFile(NEWEST_VERSION)}`).toString());

/** The versions that the last release had: each is kept, and still served. */
function releasedVersions(): readonly ApiVersion[] {
  return API_VERSIONS.filter((version) => readdirSync(releasedFolder).some((name) => name.includes(`.${version}.`)));
}

const LIST = '/api/v1/invoices';
const METADATA = 'schemas CreateInvoice properties metadata additionalProperties';
const MAPPING = 'schemas Event discriminator mapping ';

describe('the document of the last release', () => {
  test('is the one that is kept', () => {
    const kept = releasedVersions().map((version) => `${LAST_RELEASE.commit}.${version}.json.gz`);
    expect(kept.length).toBeGreaterThan(0);
    expect(readdirSync(releasedFolder).sort()).toEqual([...kept, 'accepted-breaks.json'].sort());
  });

  test('is kept once, so that nothing hides what broke since', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidegate-released-'));
    try {
      const keep = () => spawnSync(process.execPath, [join(root, 'scripts/keep-public-document.ts'), folder]);
      expect(keep().status).toBe(0);
      for (const version of API_VERSIONS) {
        const kept = readFileSync(join(folder, `${LAST_RELEASE.commit}.${version}.json.gz`));
        expect(gunzipSync(kept)).toEqual(read(`docs/${openApiFile(version)}`));
      }
      const again = keep();
      expect([again.status, again.stdout.toString()]).toEqual([1, expect.stringContaining('there already')]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  // A change that breaks the clients of a version belongs to a new one: domain/versions/.
  test.skipIf(whyNoOasdiff)('is one that clients can go on using, in each version, save accepted breaks', async () => {
    const all: string[] = [];
    for (const version of releasedVersions()) {
      const kept = gunzipSync(readFileSync(join(releasedFolder, `${LAST_RELEASE.commit}.${version}.json.gz`)));
      const now: PublicDocument = JSON.parse(read(`docs/${openApiFile(version)}`).toString());
      const changes = await breakingChanges(JSON.parse(kept.toString()), now);
      all.push(...changes.map((change) => `${version} ${change}`));
    }
    expect(all.sort()).toEqual(Object.keys(acceptedBreaks).sort());
  });
});

describe.skipIf(whyNoOasdiff)('a change', () => {
  const breaking: readonly [string, readonly Edit[], string][] = [
    ['a field of an answer is removed', withoutField('Gate', 'title'), 'removed the required property'],
    ['an optional field of an answer is removed', withoutField('Error', 'possible'), 'removed the optional property'],
    ['a field of an answer becomes optional', [drop('schemas Gate required', 'title')], 'became optional'],
    ['a field of an answer can be null', [set('schemas Invoice properties id type', ['string', 'null'])], 'nullable'],
    [
      'values of a map become numbers',
      [set('schemas Gate properties fees additionalProperties type', 'number')],
      '`number`',
    ],
    ['a status is added', [push('schemas InvoiceStatus enum', 'lost')], 'added the new `lost` enum value'],
    ['a status is removed', [drop('schemas PayoutStatus enum', 'canceled')], 'removed the `canceled` enum value'],
    ['an error code is removed', [drop('schemas ErrorCode enum', 'not_utf8')], 'removed the `not_utf8` enum value'],
    ['a reason is removed', [drop('schemas InvoiceStatusReason enum', 'underpaid')], '`underpaid`'],
    ['a nullable field has another type', [set('schemas InvoiceStatusReason type', 'integer')], '`integer`'],
    ['a map of a body is no longer taken', [set(METADATA, false)], 'removed the request property `metadata/*`'],
    [
      'a map of an answer is missing',
      [remove('schemas Invoice properties metadata additionalProperties')],
      'metadata/*',
    ],
    [
      'a header of an answer is removed',
      [remove(`paths ${LIST} get responses 200 headers X-Request-Id`)],
      '`x-request-id`',
    ],
    ['a field of a body is required', [push('schemas CreateInvoice required', 'reference')], 'became required'],
    [
      'a field of a body is removed',
      [remove('schemas CreateInvoice properties customer')],
      'removed the request property',
    ],
    ['an enum of a body is narrower', [drop('schemas CreateInvoice properties items_total enum', 'exact')], '`exact`'],
    ['a coin of a body is removed', [drop('schemas CryptoGateId enum', 'XRP')], 'removed the enum value `XRP`'],
    [
      'a text of a body is shorter',
      [set('schemas CreateInvoice properties reference maxLength', 9)],
      'decreased to `9`',
    ],
    ['a map of a body is narrower', [set(`${METADATA} maxLength`, 9)], '`metadata/*` request property'],
    ['a call is removed', [remove('paths /api/v1/gates')], 'GET /api/v1/gates API path removed'],
    [
      'a query parameter is removed',
      [drop(`paths ${LIST} get parameters`, { $ref: '#/components/parameters/Page' })],
      'deleted the `query` request parameter',
    ],
    ['the header of a version is no longer read', [removeLast(`paths ${LIST} get parameters`)], '`tidegate-version`'],
    ['a call has another name', [set(`paths ${LIST} get operationId`, 'findInvoices')], '`listInvoices` removed'],
    ['a type has another name', renamedType('Gate', 'Coin'), 'removed the schema `Gate`'],
    ['a permission no longer suffices', [removeLast(`paths ${LIST} get x-permission`)], 'order_status'],
    ['a call needs a permission', [push('paths /api/v1/me get x-permission', 'payout')], 'GET /api/v1/me'],
    ['a field of an event is removed', withoutField('InvoiceEvent', 'timestamp'), 'GET /api/v1/events'],
    ['a field of a webhook is removed', withoutField('InvoiceWebhook', 'timestamp'), 'POST /webhooks/event'],
    ['a header of a webhook is removed', [removeLast('webhooks event post parameters')], '`webhook-signature`'],
    ['webhooks are no longer sent', [remove('webhooks event')], 'POST /webhooks/event API path removed'],
    ['a type of event is removed', [drop('schemas PayoutEvent properties type enum', 'payout.done')], '`payout.done`'],
    ['a kind of event is removed', [removeLast('schemas Event oneOf')], 'PaymentRequestEvent'],
    ['a kind of webhook is removed beside one that is added', [...newKind(), ...withoutKind()], 'InvoiceWebhook'],
    ['an event is of another kind', [set(`${MAPPING}payout.done`, schemaRef('RefundEvent').$ref)], 'payout.done'],
  ];
  test.each(breaking)('is refused if %s', async (_, edits, words) => {
    expect((await changesBy(edits)).join('\n')).toContain(words);
  });

  const additive: readonly [string, readonly Edit[]][] = [
    ['only explains', [set('schemas Invoice properties id description', 'Its ID.')]],
    ['adds a field to an answer and its events', withField('Invoice', { required: true })],
    ['adds a field to a webhook', withField('InvoiceWebhook', { required: true })],
    ['adds a field that a body may leave out', withField('CreateInvoice', { required: false })],
    ['adds a value to an enum of a body', [push('schemas CreateInvoice properties items_total enum', 'loose')]],
    [
      'adds a call',
      [set('paths /api/v1/further', { get: { operationId: 'more', 'x-permission': [], responses: {} } })],
    ],
    ['adds a permission that suffices', [push(`paths ${LIST} get x-permission`, 'payout')]],
    ['adds an error code', [push('schemas ErrorCode enum', 'too_late')]],
    ['adds a reason', [push('schemas InvoiceStatusReason enum', 'too_late')]],
    ['adds a coin', ['CryptoGateId', 'GateId', 'Network'].map((name) => push(`schemas ${name} enum`, 'DOGE'))],
    ['adds a type of event', newType('PayoutEvent', 'payout.stopped')],
    ['adds a kind of event', newKind()],
  ];
  test.each(additive)('passes if it %s', async (_, edits) => {
    expect(await changesBy(edits)).toEqual([]);
  });
});

async function changesBy(edits: readonly Edit[]): Promise<readonly string[]> {
  const changed = structuredClone(today);
  for (const edit of edits) edit(changed);
  if (JSON.stringify(changed) === JSON.stringify(today)) throw new Error('Nothing was changed.');
  return breakingChanges(today, changed);
}

type Edit = (document: PublicDocument) => void;
type Parts = Record<string, unknown>;

/** Changes the part of the document that a path of keys names; `schemas` are those of its components. */
function edit(path: string, change: (parent: Parts, key: string) => void): Edit {
  const keys = path.replace(/^schemas /, 'components schemas ').split(' ');
  const last = keys.pop() ?? '';
  return (document) => {
    let parent = document as unknown as Parts;
    for (const key of keys) {
      parent = parent[key] as Parts;
      if (parent === undefined) throw new Error(`The document has no ${path}.`);
    }
    change(parent, last);
  };
}

function set(path: string, value: unknown): Edit {
  return edit(path, (parent, key) => {
    parent[key] = value;
  });
}

function remove(path: string): Edit {
  return edit(path, (parent, key) => {
    if (!(key in parent)) throw new Error(`The document has no ${path}.`);
    delete parent[key];
  });
}

function push(path: string, value: unknown): Edit {
  return edit(path, (parent, key) => (parent[key] as unknown[]).push(value));
}

function drop(path: string, value: unknown): Edit {
  return edit(path, (parent, key) => {
    parent[key] = (parent[key] as unknown[]).filter((each) => JSON.stringify(each) !== JSON.stringify(value));
  });
}

function removeLast(path: string): Edit {
  return edit(path, (parent, key) => (parent[key] as unknown[]).pop());
}

function withoutField(schema: string, field: string): Edit[] {
  return [drop(`schemas ${schema} required`, field), remove(`schemas ${schema} properties ${field}`)];
}

function withField(schema: string, { required }: { required: boolean }): Edit[] {
  const added = set(`schemas ${schema} properties further`, { type: 'string' });
  return required ? [added, push(`schemas ${schema} required`, 'further')] : [added];
}

function renamedType(from: string, to: string): Edit[] {
  return [
    (document) => {
      const renamed = JSON.stringify(document).replaceAll(
        `"#/components/schemas/${from}"`,
        `"#/components/schemas/${to}"`,
      );
      Object.assign(document, JSON.parse(renamed));
    },
    set(`schemas ${to}`, today.components.schemas[from]),
    remove(`schemas ${from}`),
  ];
}

function newType(schema: string, type: string): Edit[] {
  return [push(`schemas ${schema} properties type enum`, type), set(`${MAPPING}${type}`, schemaRef(schema).$ref)];
}

function newKind(): Edit[] {
  return ['Event', 'Webhook'].flatMap((form) => {
    const name = `Dispute${form}`;
    const like = structuredClone(today.components.schemas[`Payout${form}`]);
    const list = form === 'Event' ? 'Event' : 'WebhookEvent';
    return [
      set(`schemas ${name}`, like),
      set(`schemas ${name} properties type enum`, ['dispute.new']),
      push(`schemas ${list} oneOf`, schemaRef(name)),
      set(`schemas ${list} discriminator mapping dispute.new`, schemaRef(name).$ref),
    ];
  });
}

function withoutKind(): Edit[] {
  return [drop('schemas WebhookEvent oneOf', schemaRef('InvoiceWebhook'))];
}
