import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openGateway } from '../node/src/gateway.fixture.ts';
import { allOperations, openPrism, whyNoPrism } from '../prism.fixture.ts';
import { makeFolder, runPython, whyNoPython } from './python.fixture.ts';

describe.skipIf(whyNoPython !== undefined)('the Python SDK', () => {
  test('verifies webhooks, has every call, resumes streams and hides the secret', async () => {
    expect(await runPython('pytest', ['-q', 'tests/unit'])).toMatch(/^4\d passed/m);
  });

  test('works against a gateway, which carries out a repeated request once', async () => {
    const gateway = await openGateway();
    onTestFinished(() => gateway.close());
    const shops = await Promise.all(Array.from({ length: 24 }, () => gateway.api.merchant()));
    const tokens = shops.map(({ token: { key, secret } }) => ({ key, secret }));
    const env = { GATEWAY_URL: gateway.url, GATEWAY_TOKENS: JSON.stringify(tokens) };
    expect(await runPython('pytest', ['-q', 'tests/gateway'], { env })).toMatch(/^1\d passed/m);
  });

  test.skipIf(whyNoPrism !== undefined)('calls only what the public document allows, and all of it', async () => {
    const prism = await openPrism();
    onTestFinished(async () => void (await prism.close()));
    const output = await runPython('pytest', ['-q', 'tests/prism'], { env: { PRISM_URL: prism.url } });
    const { operations, violations } = await prism.close();
    // The stream of events is tried against a gateway: Prism does not stream.
    expect(operations).toEqual(allOperations.filter((name) => name !== 'followEvents'));
    expect(violations).toHaveLength(1);
    expect(output).toContain(`${operations.length + 1} passed`);
  });

  test('is typed and formatted, and its generated part is current', async () => {
    const cache = makeFolder();
    onTestFinished(cache.remove);
    await runPython('ruff', ['check', '--no-cache', 'src', 'tests']);
    await runPython('ruff', ['format', '--no-cache', '--check', 'src', 'tests']);
    await runPython('mypy', ['--cache-dir', cache.path, 'src', 'tests']);
    const generator = join(import.meta.dirname, '../../scripts/generate-python-sdk.ts');
    await promisify(execFile)(process.execPath, [generator, '--check']);
  });
});
