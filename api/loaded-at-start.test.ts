import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Libraries of threads, of workers and of a few requests: the API must not hold them in memory for all others. */
const ELSEWHERE = [
  '@napi-rs/canvas',
  '@scure/btc-signer',
  '@temporalio/worker',
  'amqplib',
  'brotli',
  'ccxt',
  'fontkit',
  'imapflow',
  'libxml2-wasm',
  'node-forge',
  'nodemailer',
  'pdfjs-dist',
  'pdfkit',
  'postal-mime',
  'restructure',
  'saxes',
  'sharp',
  'ssh2',
  'tronweb',
  'viem',
  'xmlbuilder2',
  'xrpl',
];

/** Prints the packages that are loaded with the module. */
const LIST = `
  const { registerHooks } = await import('node:module');
  const loaded = new Set();
  registerHooks({
    load: (url, context, next) => {
      const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
      if (name !== undefined) loaded.add(name);
      return next(url, context);
    },
  });
  await import(process.argv[1]);
  console.log(JSON.stringify([...loaded]));
  process.exit(0);
`;

test('the API starts without the libraries that only threads, workers and few requests need', async () => {
  const server = pathToFileURL(join(import.meta.dirname, 'build-server.ts')).href;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', LIST, server];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1_000_000 });
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded).toEqual(expect.arrayContaining(['fastify', 'sequelize', 'piscina']));
  expect(loaded.filter((name) => ELSEWHERE.includes(name))).toEqual([]);
});
