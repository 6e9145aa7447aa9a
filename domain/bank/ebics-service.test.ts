import { expect, test } from 'vitest';
import { ebicsServiceName, parseEbicsService } from './ebics-service.ts';

test.each([
  ['SCT:DE:::pain.001@09', ['SCT', 'DE', null, null, 'pain.001', '09']],
  ['EOP:DE::ZIP:camt.053', ['EOP', 'DE', null, 'ZIP', 'camt.053', null]],
  ['STM::SCI:ZIP:camt.054', ['STM', null, 'SCI', 'ZIP', 'camt.054', null]],
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
])('%s is refused', (text) => expect(parseEbicsService(text)).toBeNull());
