import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NEWEST_VERSION } from '../domain/versions/api-versions.ts';

test.each(['node/src/version.ts', 'python/src/tidegate/_version.py', 'php/src/Tidegate.php'])(
  '%s names the version that its types were made from',
  (file) => {
    const [, version] =
      /API_VERSION = ['"]([^'"]+)['"]/.exec(readFileSync(join(import.meta.dirname, file), 'utf8')) ?? [];
    expect(version).toBe(NEWEST_VERSION);
  },
);
