import { expect, test } from 'vitest';
import { ebicsServiceName, parseEbicsService } from './ebics-service.ts';

test.each([
  ['SCT:DE:::pain.001@09', ['SCT', 'DE', null, null, 'pain.001', '09']],
  ['EOP:DE::ZIP:camt.053', ['EOP', 'DE', null, 'ZIP', 'camt.053', null]],
  ['STM::SCI:ZIP:camt.054', ['STM', null, 'SCI', 'ZIP', 'camt.054', null]],
  ['STM:ABC:SCI:ZIP:camt.05400', ['STM', 'ABC', 'SCI', 'ZIP', 'camt.05400', null]],
  ['STM:D1:SCIABCDEF0::c@00', ['STM', 'D1', 'SCIABCDEF0', null, 'c', '00']],
])('%s is read, and written the same', (text, [name, scope, option, container, message, messageVersion]) => {
  const service = parseEbicsService(text);
  expect(service).toEqual({ name, scope, option, container, message, messageVersion });
  if (service !== null) expect(ebicsServiceName(service)).toBe(text);
});

test.each([
  '',
  'SCT',
  'SCT:DE::pain.001',
  'sct:DE:::pain.001',
  'SCT:DE::TAR:pain.001',
  'SCT:DE:::pain.001@9',
  'A:B:C:D:E',
  'SCTX:DE:::pain.001',
  'XSCT:DE:::pain.001',
  'SC:DE:::pain.001',
  'SCT:D:::pain.001',
  'SCT:DEUT:::pain.001',
  'SCT:DE:AB::pain.001',
  'SCT:DE:ABCDEFGHIJK::pain.001',
  'SCT:DE:::',
  'SCT:DE:::pain.001.001',
  'SCT:DE:::PAIN.001',
  'SCT:DE:::pain.001@',
  'SCT:DE:::pain.001@099',
  'SCT:DE:::pain.001@x9',
])('%s is refused', (text) => expect(parseEbicsService(text)).toBeNull());
