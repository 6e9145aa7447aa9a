import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { Operation, SchemaNode } from '../../contract/open-api.ts';
import { ERROR_CODES } from '../../domain/errors.ts';
import { API_VERSIONS } from '../../domain/versions/api-versions.ts';
import { openApiFile } from '../../domain/versions/documents.ts';
import { EVENT_KINDS } from '../../domain/webhooks/event-kinds.ts';
import type { RecordedCalls } from './examples.ts';
import { type Paths, rebuild, type Schemas, schemasNeeded } from './nodes.ts';

interface PublicDocument {
  readonly openapi: string;
  readonly paths: Paths;
  readonly webhooks: Paths;
  readonly components: { readonly schemas: Schemas; readonly responses: Record<string, SchemaNode> };
}
describe.each(API_VERSIONS)('version %s', (version) => {
  const file = join(import.meta.dirname, '../../docs', openApiFile(version));
  const recorded = JSON.parse(readFileSync(join(import.meta.dirname, `recorded/${version}.json`), 'utf8'));
  const source = readFileSync(file, 'utf8');

  const document = JSON.parse(source) as PublicDocument;
  const { schemas } = document.components;
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation, string] => [
      `${method.toUpperCase()} ${path}`,
      operation,
      path,
    ]),
  );

  describe('the document', () => {
    test('has no warning of Redocly', async () => {
      const config = await createConfig({ extends: ['recommended'] });
      const problems = await lintFromString({ source, absoluteRef: file, config });
      expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
    });

    test('has no warning of Spectral', async () => {
      const spectral = new spectralCore.Spectral();
      // The ruleset comes untyped.
      spectral.setRuleset({ extends: [rulesets.oas as RulesetDefinition] });
      const problems = await spectral.run(JSON.parse(source) as Record<string, unknown>);
      expect(problems.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([]);
    });

    test('has only calls with an API token, each with a name of its own and a permission', () => {
      const without = calls.filter(([, { operationId }]) => operationId === undefined);
      expect(without.map(([call]) => `${call} has no operationId`)).toEqual([]);
      const names = calls.map(([, { operationId = '' }]) => operationId);
      expect(names.filter((name) => !/^[a-z]+([A-Z][a-z]+)*$/.test(name))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
      for (const [call, operation, path] of calls) {
        expect(path, call).toMatch(/^\/api\/v1\//);
        expect(operation.security, call).toEqual([{ apiToken: [] }]);
        expect(operation['x-permission'], call).toBeInstanceOf(Array);
      }
    });

    test('says of every call that sends money that it needs an Idempotency-Key', () => {
      const required = calls.filter(([, operation]) => operation['x-idempotent'] === 'required').map(([call]) => call);
      expect(required).toEqual(
        expect.arrayContaining([
          'POST /api/v1/payouts',
          'POST /api/v1/mass-payouts',
          'POST /api/v1/invoices/{id}/refunds',
        ]),
      );
      const sandbox = calls.filter(([, operation]) => operation['x-sandbox-only'] === true).map(([call]) => call);
      expect(sandbox.length).toBeGreaterThanOrEqual(5);
      expect(sandbox.filter((call) => !call.includes('/sandbox/'))).toEqual(['POST /api/v1/invoices/{id}/expire']);
    });

    test('takes any locale, as the API does', () => {
      const { locale } = document.components.schemas.CreateInvoice?.properties ?? {};
      expect(locale).toMatchObject({ type: 'string' });
      expect(locale).not.toHaveProperty('enum');
    });

    test('has an example of every call, which a sandbox answered', () => {
      const known = Object.keys(recorded as RecordedCalls);
      const names = calls.map(([, { operationId = '' }]) => operationId);
      // A payment that is late, a stream, and a delivery need more than the API.
      expect(names.filter((name) => !known.includes(name))).toEqual([
        'completeInvoice',
        'followEvents',
        'redeliverWebhook',
      ]);
      expect(known.filter((name) => !names.includes(name))).toEqual([]);
    });

    test('leaves answers open to new fields and keeps requests closed', () => {
      const answers = calls.map(([, { responses }]) => responses);
      const open = [...schemasNeeded([answers, document.webhooks, document.components.responses], schemas)];
      const closed = (node: unknown): boolean => JSON.stringify(node).includes('"additionalProperties":false');
      expect(open.filter((name) => closed(schemas[name]))).toEqual([]);
      expect(closed(answers)).toBe(false);
      for (const name of ['CreateInvoice', 'CreatePayout', 'NewItem']) expect(closed(schemas[name]), name).toBe(true);
    });

    test('names every enum or object that can be null', () => {
      const unclear: unknown[] = [];
      rebuild(schemas, (node) => {
        const types = [node.type ?? []].flat();
        if (types.includes('null') && (node.enum ?? node.properties) !== undefined) unclear.push(node);
        return node;
      });
      expect(unclear).toEqual([]);
      expect(schemas.Invoice?.properties?.gate_id?.anyOf).toEqual([
        { $ref: '#/components/schemas/CryptoGateId' },
        { type: 'null' },
      ]);
    });
  });

  describe('events', () => {
    const mapping = (name: string) =>
      (schemas[name]?.discriminator as { mapping: Record<string, string> } | undefined)?.mapping ?? {};

    test('of every kind are distinguished by their type', () => {
      for (const kind of EVENT_KINDS) {
        expect(
          Object.keys(mapping('Event')).some((type) => type.startsWith(`${kind}.`)),
          kind,
        ).toBe(true);
        expect(
          Object.keys(mapping('WebhookEvent')).some((type) => type.startsWith(`${kind}.`)),
          kind,
        ).toBe(true);
      }
      expect(mapping('WebhookEvent')['webhook.test']).toBe('#/components/schemas/TestWebhook');
    });

    test('that the sandbox recorded are what the schema says', () => {
      const ajv = new Ajv({ strict: false });
      addFormats.default(ajv);
      const validate = ajv.compile({ $ref: '#/components/schemas/EventList', components: { schemas } });
      validate(recorded.listEvents.answer);
      expect(validate.errors).toBeNull();
      const wrong = {
        ...recorded.listEvents.answer,
        data: [{ ...recorded.listEvents.answer.data[0], type: 'invoice.lost' }],
      };
      expect(validate(wrong)).toBe(false);
    });
  });

  test('every code of an error that a token can meet is explained, and none that would warn a merchant', () => {
    const code = schemas.ErrorCode;
    const shown = (code?.enum ?? []).map(String);
    expect(shown.filter((each) => !(ERROR_CODES as readonly string[]).includes(each))).toEqual([]);
    expect(code?.['x-enum-descriptions']).toHaveLength(shown.length);
    // A suspension is secret.
    expect(source).not.toContain('operation_suspended');
  });
});
