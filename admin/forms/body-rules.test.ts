import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { bodyRules } from './body-rules.ts';

const schema = Type.Object({ name: Type.String({ minLength: 1, maxLength: 5 }) });
const values = { name: 'too long', note: '' };
const body = { toBody: ({ name }: typeof values) => ({ name }) };

describe('rules from the contract', () => {
  it('say at its field what the schema refuses, and load the schema only when a form is checked', async () => {
    let loads = 0;
    const rules = bodyRules<typeof values>(async () => {
      loads += 1;
      return schema;
    }, body);
    expect(loads).toBe(0);
    expect(await rules(values)).toEqual({ name: 'Use at most 5 characters.' });
    expect(await rules({ ...values, name: 'short' })).toEqual({});
    expect(loads).toBe(2);
  });

  it('prefer the words of the form', async () => {
    const rules = bodyRules<typeof values>(async () => schema, {
      ...body,
      check: ({ note }) => ({ name: 'Shorter, please.', note: note === '' ? 'A note is required.' : undefined }),
    });
    expect(await rules(values)).toEqual({ name: 'Shorter, please.', note: 'A note is required.' });
  });

  it('leave it to the server where the schema cannot be loaded', async () => {
    const rules = bodyRules<typeof values>(async () => Promise.reject(new Error('offline')), {
      ...body,
      check: ({ note }) => ({ note: note === '' ? 'A note is required.' : undefined }),
    });
    expect(await rules(values)).toEqual({ note: 'A note is required.' });
  });
});
