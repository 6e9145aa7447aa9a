import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { until } from '../scripts/testing/until.ts';
import { testConfig } from '../settings/config.fixture.ts';
import { type Collector, startCollector } from './collector.fixture.ts';
import {
  beginTrace,
  continueTrace,
  inSpan,
  outsideTraces,
  presentTraceFields,
  presentTraceparent,
  recordSpan,
  underSpan,
} from './spans.ts';
import { type StopTracing, startTracing } from './start.ts';
import { readTraceparent } from './traceparent.ts';

const STRANGER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

let collector: Collector;
let stop: StopTracing = async () => {};
const troubles: string[] = [];
beforeEach(async () => {
  collector = await startCollector();
  troubles.length = 0;
});
afterEach(async () => {
  await stop();
  stop = async () => {};
  await collector.close();
});

async function trace(env: Readonly<Record<string, string>> = {}): Promise<void> {
  const config = testConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env });
  stop = await startTracing(config, 'worker', (message) => troubles.push(message));
}

/** The spans of one request: its own span and one inside. */
async function request(): Promise<string | null> {
  const span = beginTrace({ name: 'GET /x', kind: 'server', attributes: { 'http.route': '/x' } }, STRANGER);
  const handed = await underSpan(span, () => inSpan({ name: 'inner' }, async () => presentTraceparent()));
  span?.end();
  return handed;
}

describe('with a collector', () => {
  test('spans arrive with their parents, the service and the headers of the settings', async () => {
    await trace({ OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20secret' });
    const handed = readTraceparent(await request());
    await stop();
    const [inner, outer] = collector.spans;
    expect(inner).toMatchObject({ name: 'inner', service: 'tidegate-worker', parentSpanId: outer?.spanId });
    expect(inner?.spanId).toBe(handed?.spanId);
    expect(outer).toMatchObject({ name: 'GET /x', attributes: { 'http.route': '/x' }, parentSpanId: undefined });
    expect(collector.headers[0]).toMatchObject({ 'x-key': 'a secret' });
  });

  test("a stranger's trace is linked and never continued", async () => {
    await trace();
    await request();
    await stop();
    const [, outer] = collector.spans;
    expect(outer?.links).toEqual([{ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }]);
    expect(outer?.traceId).not.toBe('0af7651916cd43dd8448eb211c80319c');
  });

  test('an error leaves its class and never its message', async () => {
    await trace();
    const failing = continueTrace(STRANGER, { name: 'work' }, () => Promise.reject(new TypeError('ada@example.com')));
    await expect(failing).rejects.toThrow('ada@example.com');
    await stop();
    expect(collector.spans).toMatchObject([{ failed: true, attributes: { 'error.type': 'TypeError' } }]);
    expect(JSON.stringify(collector.spans)).not.toContain('ada@example.com');
  });

  test('what was measured elsewhere keeps its id and its times, and the next ids are random again', async () => {
    await trace();
    const beganAtMs = Date.now() - 100_000;
    const span = {
      name: 'run',
      parent: STRANGER,
      spanId: '00f067aa0ba902b7',
      beganAtMs,
      endedAtMs: beganAtMs + 60_000,
    };
    recordSpan(span);
    await continueTrace(STRANGER, { name: 'next' }, async () => {});
    await stop();
    expect(collector.spans).toMatchObject([
      { name: 'run', spanId: '00f067aa0ba902b7', parentSpanId: 'b7ad6b7169203331', ms: 60_000 },
      { name: 'next', parentSpanId: 'b7ad6b7169203331' },
    ]);
    expect(collector.spans[1]?.spanId).not.toBe('00f067aa0ba902b7');
  });

  test('work that has no trace is outside of the trace in which it happens to be called', async () => {
    await trace();
    const span = beginTrace({ name: 'GET /x' });
    const [foreign, shared] = await underSpan(span, () =>
      Promise.all([
        continueTrace(null, { name: 'of a row without a trace' }, async () => presentTraceparent()),
        outsideTraces(async () => presentTraceparent()),
      ]),
    );
    expect([foreign, shared]).toEqual([null, null]);
    span?.end();
  });

  test('a trace that is not sampled leaves nothing, also in what follows from it', async () => {
    await trace({ OTEL_TRACES_SAMPLER_ARG: '0' });
    expect(await request()).toBeNull();
    expect(presentTraceFields()).toEqual({});
    await stop();
    expect(collector.spans).toEqual([]);
  });

  test('the share of the settings is sampled', async () => {
    await trace({ OTEL_TRACES_SAMPLER_ARG: '0.25' });
    let sampled = 0;
    for (let n = 0; n < 2_000; n += 1) if ((await request()) !== null) sampled += 1;
    expect(sampled / 2_000).toBeGreaterThan(0.2);
    expect(sampled / 2_000).toBeLessThan(0.3);
  });
});

test('a collector that is away costs spans, a word for the log, and two seconds at the end', async () => {
  await collector.close();
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '300');
  await trace();
  await request();
  await until(async () => troubles.length > 0, 'the log hears of it', 15_000);
  await request();
  const beganAtMs = Date.now();
  await stop();
  stop = async () => {};
  expect(Date.now() - beganAtMs).toBeLessThan(3_000);
  vi.unstubAllEnvs();
});

test('without a collector nothing of OpenTelemetry is loaded, and there are no spans', async () => {
  stop = await startTracing(testConfig(), 'api', () => {});
  expect(await request()).toBeNull();
  const from = (path: string) => JSON.stringify(join(import.meta.dirname, '..', path));
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({ resolve: (name, context, next) => {
      const found = next(name, context);
      const [, part] = /@opentelemetry.([^/]+)/.exec(found.url) ?? [];
      if (part) loaded.add(part);
      return found;
    } });
    await import(${from('api/build-server.ts')});
    await import(${from('temporal/run-worker.ts')});
    const { startTracing } = await import(${from('tracing/start.ts')});
    await startTracing({ tracing: undefined }, 'api', () => {});
    console.log(JSON.stringify([...loaded]));
    process.exit(0);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  // The library of metrics loads the interface, which does nothing.
  expect((JSON.parse(stdout) as string[]).filter((part) => part !== 'api')).toEqual([]);
});

test.each([
  ['', undefined],
  ['nonsense', undefined],
  ['00-00000000000000000000000000000000-b7ad6b7169203331-01', undefined],
  ['00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01', undefined],
  ['ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', undefined],
  [['a', 'b'], undefined],
  [STRANGER, { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', sampled: true }],
])('the header %j is read as %j', (header, reference) => {
  expect(readTraceparent(header)).toEqual(reference);
});
