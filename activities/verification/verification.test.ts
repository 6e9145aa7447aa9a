import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { openApplicantApi, requestSignature } from './applicant-api.ts';
import { ProviderRefusedError, type Subject } from './port.ts';
import { startVerificationSimulator, type VerificationSimulator } from './simulator.ts';

const { db } = await openTestDatabase();
let simulator: VerificationSimulator;
const keys = { appToken: 'app', secret: 'secret' };

beforeAll(async () => {
  const webhooks = { webhookUrl: 'http://127.0.0.1:9/', webhookSecret: 'hooks' };
  simulator = await startVerificationSimulator({ ...keys, ...webhooks, db, checkMs: 60_000 });
});
afterAll(async () => {
  await simulator.close();
});

const levels = { company: 'kyb level', individual: 'kyc level' };
const open = (changes: Partial<Parameters<typeof openApplicantApi>[0]> = {}) =>
  openApplicantApi({ ...keys, url: simulator.url, levels, timeoutMs: 20_000, ...changes });
const subject = (name: string, kind: Subject['kind'] = 'individual'): Subject => ({
  externalId: newId(),
  kind,
  name,
  country: 'DE',
  ...(kind === 'individual' ? { birthDate: '1984-05-17', nationality: 'DE' } : { registrationNumber: 'HRB 1' }),
});

test('a request is signed over time, method, path with query, and the bytes of its body', () => {
  const body = Buffer.from('{"a":1}');
  const request = { time: '1607551635', method: 'POST', path: '/resources/applicants?levelName=kyc', body };
  const expected = createHmac('sha256', 'secret').update('1607551635POST/resources/applicants?levelName=kyc{"a":1}');
  expect(requestSignature('secret', request)).toBe(expected.digest('hex'));
});

test('an applicant created twice is one, and its document and check are accepted', async () => {
  const provider = open();
  for (const one of [subject('Nora Quay'), subject('Quay & Sons', 'company')]) {
    const id = await provider.createApplicant(one);
    expect(await provider.createApplicant(one)).toBe(id);
    const file = { kind: 'identity', country: 'DE', fileName: 'pass"\r\nport.pdf', contentType: 'application/pdf' };
    expect(await provider.addDocument(id, { ...file, bytes: Buffer.from('%PDF-1.7') })).toMatch(/^[\w-]{36}$/);
    expect(await provider.readReview(id)).toMatchObject({ status: 'pending' });
    await provider.requestCheck(id);
    expect(await provider.readReview(id)).toEqual({ status: 'green', labels: [], comment: null });
  }
});

test('each result is read for what it means', async () => {
  const provider = open();
  const reviewOf = async (name: string) => {
    const id = await provider.createApplicant(subject(name));
    await provider.requestCheck(id);
    return provider.readReview(id);
  };
  expect(await reviewOf('Rita Refused')).toMatchObject({ status: 'red', labels: ['FORGERY'] });
  expect(await reviewOf('Una Unreadable')).toMatchObject({
    status: 'retry',
    comment: expect.stringContaining('sharp'),
  });
  expect(await reviewOf('Hanna Hold')).toMatchObject({ status: 'on_hold' });
});

test('what passes is an error to try again, what stays is a refusal', async () => {
  const provider = open({ timeoutMs: 2_000 });
  for (const fault of ['error_500', 'timeout', 'not_json', 'error_after_work'] as const) {
    simulator.fail(fault);
    const failed = await provider.createApplicant(subject('Nora Quay')).catch((error: unknown) => error);
    expect(failed, fault).toBeInstanceOf(Error);
    expect(failed, fault).not.toBeInstanceOf(ProviderRefusedError);
  }
  simulator.fail('refuse_400');
  await expect(provider.createApplicant(subject('Nora Quay'))).rejects.toBeInstanceOf(ProviderRefusedError);
  await expect(provider.readReview('nobody')).rejects.toBeInstanceOf(ProviderRefusedError);
});

test('a wrong key, another secret and an old clock are not let in', async () => {
  for (const wrong of [{ appToken: 'other' }, { secret: 'other' }, { nowMs: () => Date.now() - 120_000 }]) {
    await expect(open(wrong).createApplicant(subject('Nora Quay'))).rejects.toThrow('401');
  }
});
