import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../contract/open-api.ts';
import { codeOf, highlighted, LANGUAGES } from './code.ts';
import { groupsOf } from './document.ts';
import { bodyExample } from './examples.ts';
import { isSecret } from './fill.ts';

const document = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8'),
) as OpenApiDocument;
const groups = groupsOf(document);
const forShops = groups.flatMap(({ calls }) => calls).filter(({ path }) => path.startsWith('/api/v1/'));

describe('the API reference', () => {
  it('has every call of the document once, in a group of its own', () => {
    const all = Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length;
    expect(groups.reduce((sum, { calls }) => sum + calls.length, 0)).toBe(all);
  });

  it('shows what shops use first, and says of each such group what it is for', () => {
    const kinds = groups.map(({ isInternal }) => isInternal);
    expect(kinds).toEqual([...kinds].sort());
    for (const { isInternal, name, description } of groups) if (!isInternal) expect(description, name).not.toBe('');
  });

  it('gives examples that their schemas accept', () => {
    expect(forShops.length).toBeGreaterThan(20);
    const ajv = new Ajv({ strict: false });
    addFormats.default(ajv);
    for (const call of forShops) {
      const schema = call.operation.requestBody?.content['application/json']?.schema;
      if (schema === undefined) continue;
      const validate = ajv.compile({ ...schema, components: document.components });
      validate(bodyExample(document, call));
      expect(validate.errors, `${call.method} ${call.path}`).toBeNull();
    }
  });

  it('fills origin, key and secret in, in every language of every call with a token', () => {
    for (const call of forShops) {
      const code = codeOf(call, bodyExample(document, call));
      for (const { id, grammar } of LANGUAGES) {
        const html = highlighted(code[id], grammar);
        for (const name of ['origin', 'key', 'secret'])
          expect(html, `${call.method} ${call.path} in ${id}`).toContain(`<span data-fill="${name}">`);
      }
    }
  });

  it('takes no text for a secret that would end the string it is put into', () => {
    expect(isSecret('tgs_0123456789abcdef_-')).toBe(true);
    for (const text of ['', 'tgs_', "tgs_0123456789'; rm -rf", 'tgs_0123456789`id`', 'sk_0123456789abc'])
      expect(isSecret(text), text).toBe(false);
  });
});
