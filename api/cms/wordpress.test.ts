import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeRates, payInFull } from '../../db/invoices/testing.fixture.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import { type ManagedProcess, startProcess } from '../../scripts/process/managed.ts';
import { freePort } from '../../scripts/process/ports.ts';
import { useProgram } from '../../scripts/testing/nodes.ts';
import { makeRunFolder } from '../../scripts/testing/run-folder.ts';
import { until } from '../../scripts/testing/until.ts';
import { findPhp } from '../../scripts/toolchain/php.ts';
import { findWordPress, wordPressArchives } from '../../scripts/toolchain/wordpress.ts';
import { startTestApi, type TestApi } from '../testing/server.fixture.ts';
import { packPlugin } from './package.ts';

const plugin = join(import.meta.dirname, '../../plugins/woocommerce');
const run = promisify(execFile);

describe('the packed plugin in a real WordPress', () => {
  const php = useProgram('php', findPhp);
  const archives = useProgram('WordPress', findWordPress);
  let api: TestApi;
  let merchant: TestMerchant;
  let folder: ReturnType<typeof makeRunFolder>;
  let server: ManagedProcess;
  let shop: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    if (!('path' in (await findPhp())) || !('path' in (await findWordPress()))) return;
    api = await startTestApi();
    await makeRates(api.db);
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    merchant = await api.merchant();
    folder = makeRunFolder();
    const port = await freePort();
    shop = `http://127.0.0.1:${port}`;
    const site = join(folder.path, 'site');
    env = { ...process.env, WORDPRESS: site, SHOP_STATE: join(folder.path, 'state'), TIDEGATE_PLUGIN: plugin };
    await installWordPress(site);
    server = await startProcess({
      name: 'WordPress',
      command: php().path,
      args: ['-S', `127.0.0.1:${port}`, '-t', site],
      env,
    });
    await until(
      () =>
        fetch(shop).then(
          async (answer) => (await answer.text()) !== '',
          () => false,
        ),
      'WordPress answers',
    );
    await step('activate', {});
    await step('settings', {
      enabled: 'yes',
      gateway_url: origin,
      api_key: merchant.token.key,
      api_secret: merchant.token.secret,
      notification_keys: merchant.notificationKey,
    });
  });
  afterAll(async () => {
    await server?.stop();
    folder?.remove();
    await api?.close();
  });

  async function installWordPress(site: string): Promise<void> {
    const { wordPress, sqlite } = wordPressArchives(archives().path);
    unpack(wordPress, site);
    unpack(sqlite, join(folder.path, 'sqlite'));
    const plugins = join(site, 'wp-content/plugins');
    cpSync(join(folder.path, 'sqlite/sqlite-database-integration-main'), join(plugins, 'sqlite-database-integration'), {
      recursive: true,
    });
    cpSync(join(plugins, 'sqlite-database-integration/db.copy'), join(site, 'wp-content/db.php'));
    writeFileSync(join(folder.path, 'plugin.zip'), (await packPlugin()).bytes);
    unpack(join(folder.path, 'plugin.zip'), plugins);
    mkdirSync(join(plugins, 'woocommerce'));
    cpSync(join(plugin, 'tests/woocommerce-plugin.php'), join(plugins, 'woocommerce/woocommerce.php'));
    const address = `define('WP_HOME', '${shop}'); define('WP_SITEURL', '${shop}'); define('DISABLE_WP_CRON', true);`;
    const config = readFileSync(join(site, 'wp-config.php'), 'utf8');
    writeFileSync(join(site, 'wp-config.php'), config.replace('<?php', `<?php ${address} error_reporting(E_ALL);`));
    const install =
      "define('WP_INSTALLING', true); require getenv('WORDPRESS') . '/wp-load.php';" +
      "require ABSPATH . 'wp-admin/includes/upgrade.php'; add_filter('pre_wp_mail', '__return_true');" +
      "wp_install('Shop', 'admin', 'admin@shop.test', true, '', 'password');";
    await run(php().path, ['-r', install], { env });
  }

  // biome-ignore lint/suspicious/noExplicitAny: each step answers something else
  async function step(name: string, input: object): Promise<any> {
    const program = join(plugin, 'tests/drive.php');
    const args = [program, String(env.SHOP_STATE), name, JSON.stringify(input)];
    const { stdout } = await run(php().path, args, { env });
    return JSON.parse(stdout).result;
  }

  async function deliver(url: string, id: string, data: object, key = merchant.notificationKey): Promise<number> {
    const at = new Date();
    const body = JSON.stringify({ type: 'invoice.done', timestamp: at.toISOString(), data });
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(key).sign(id, at, body),
      },
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  test('is active and offers its methods', async () => {
    expect(await step('activate', {})).toEqual({ error: null, active: true });
    expect(await step('gateways', {})).toEqual(['tidegate']);
  });

  test.each([
    ['de_DE_formal', 'Adresse des Gateways'],
    ['ru_RU', 'Адрес шлюза'],
    ['en_US', 'Gateway address'],
    ['ja', 'Gateway address'],
  ])('speaks the language of the site: %s', async (locale, text) => {
    expect(await step('language', { locale })).toBe(text);
  });

  test('its order is paid by a webhook over HTTP, and by no forged one', async () => {
    const order: number = await step('order', {});
    const { redirect } = await step('pay', { order, coin: 'BTC' });
    const id = String(redirect).split('/').at(-1) ?? '';
    await payInFull(api.db, id);
    const { data } = (await api.call({ url: `/api/v1/invoices/${id}`, as: merchant.token })).json;
    expect(data.notification_url.startsWith(`${shop}/`)).toBe(true);
    const forged = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect(await deliver(data.notification_url, id, data, forged)).toBe(401);
    expect((await step('show', { order })).status).toBe('pending');
    const answers = await Promise.all([1, 2].map(() => deliver(data.notification_url, id, data)));
    expect(answers).toContain(204);
    const paid = await step('show', { order });
    expect(paid).toMatchObject({ status: 'processing', transaction_id: data.transactions[0].txid });
    expect(paid.notes.filter((note: string) => note.startsWith('Paid: '))).toHaveLength(1);
  });

  test('deleting it removes its options and leaves the orders', async () => {
    const order: number = await step('order', {});
    expect(await step('delete', {})).toEqual([]);
    expect((await step('show', { order })).status).toBe('pending');
  });
});

function unpack(archive: string, into: string): void {
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(archive)))) {
    const path = join(into, name);
    if (name.endsWith('/')) mkdirSync(path, { recursive: true });
    else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
    }
  }
}
