import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const tsc = join(root, 'node_modules/typescript-native/bin/tsc');

let folder: string;
let shop: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidegate-sdk-'));
  const packaged = join(folder, 'sdk');
  const project = join(root, 'packages/node/tsconfig.build.json');
  await run(process.execPath, [tsc, '-p', project, '--outDir', join(packaged, 'dist')]);
  writeFileSync(join(packaged, 'package.json'), readFileSync(join(root, 'packages/node/package.json')));
  shop = join(folder, 'shop');
  mkdirSync(join(shop, 'node_modules/@tidegate'), { recursive: true });
  symlinkSync(packaged, join(shop, 'node_modules/@tidegate/node'));
  writeFileSync(join(shop, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package needs nothing else, and runs as JavaScript', async () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'packages/node/package.json'), 'utf8'));
  expect(dependencies).toBeUndefined();
  writeFileSync(
    join(shop, 'use.js'),
    `import { Tidegate, VERSION, WebhookVerificationError, verifyWebhook } from '@tidegate/node';
     const tidegate = new Tidegate({ url: 'https://pay.example.com', key: 'tg_test_1', secret: 'tgs_1' });
     try { verifyWebhook('{}', {}, 'whsec_' + 'A'.repeat(44)); } catch (error) {
       console.log(VERSION, typeof tidegate.invoices.create, error instanceof WebhookVerificationError);
     }`,
  );
  const { stdout } = await run(process.execPath, [join(shop, 'use.js')]);
  const { version } = JSON.parse(readFileSync(join(root, 'packages/node/package.json'), 'utf8'));
  expect(stdout.trim()).toBe(`${version} function true`);
});

test('its types catch what would cost money', async () => {
  writeFileSync(
    join(shop, 'use.ts'),
    `import { Tidegate, verifyWebhook } from '@tidegate/node';
     const tidegate = new Tidegate();
     export async function order(): Promise<string> {
       const invoice = await tidegate.invoices.create({ amount: '49.90', currency: 'EUR' });
       for await (const { status } of tidegate.invoices.list({ reference: 'order-1001' })) console.log(status);
       return invoice.checkout_url;
     }
     export function hook(body: string, headers: Headers): void {
       const event = verifyWebhook(body, headers, ['whsec_1', 'whsec_2']);
       if (event.type === 'invoice.done') console.log(event.data.paid, event.id);
       // @ts-expect-error no such type
       if (event.type === 'invoice.lost') return;
     }
     // @ts-expect-error an amount is no number
     void tidegate.invoices.create({ amount: 49.9, currency: 'EUR' });
     // @ts-expect-error a misspelled field
     void tidegate.invoices.create({ amount: '49.90', currency: 'EUR', refrence: 'order-1001' });
     // @ts-expect-error a payout says who pays the fees
     void tidegate.payouts.create({ gate_id: 'BTC', amount: '0.1', address: 'bc1' });\n`,
  );
  const flags = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', 'false'];
  const lib = ['--lib', 'es2022,dom,dom.iterable', '--types', ''];
  const outcome = await run(process.execPath, [tsc, ...flags, ...lib, 'use.ts'], { cwd: shop }).catch(
    (error: { stdout: string }) => error,
  );
  expect(outcome.stdout).toBe('');
});
