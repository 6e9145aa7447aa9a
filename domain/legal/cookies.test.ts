import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONSENT_COOKIE } from './consent.ts';
import { STORED_IN_BROWSER } from './cookies.ts';

const root = join(import.meta.dirname, '../..');
const folders = ['api', 'admin', 'invoice-page/src', 'site'];

/** Sources that can store something in a browser. */
const sources = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.|\/dist\/|^dist\//.test(file))
    .map((file) => ({ file: `${folder}/${file}`, text: readFileSync(join(root, folder, file), 'utf8') })),
);

test('the cookie policy names everything that pages store, and nothing else', () => {
  const named = new Set<string>([CONSENT_COOKIE]);
  for (const { file, text } of sources) {
    const stores =
      /setCookie\(|document\.cookie\s*=|(?:local|session)Storage\.setItem\(|storage\?\.setItem\(|localStorageStore\(/.test(
        text,
      );
    if (!stores) continue;
    const names = [...text.matchAll(/(?:COOKIE|KEY|LANGUAGE)\w*\s*=\s*'([\w.-]+)'|named\('(tidegate_\w+)'\)/g)];
    const found = names.flatMap(([, constant, quoted]) => constant ?? quoted ?? []);
    if (text.includes('localStorageStore(')) found.push('RaStore');
    expect(found, file).not.toEqual([]);
    for (const name of found) named.add(name);
  }
  expect(sources.length).toBeGreaterThan(300);
  expect([...named].sort()).toEqual(STORED_IN_BROWSER.map(({ name }) => name).sort());
});
