import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { noteServer } from '../../scripts/testing/report.ts';
import { isFound } from '../../scripts/toolchain/found.ts';
import { ensureOasdiff, findOasdiff } from '../../scripts/toolchain/oasdiff.ts';
import { asClientsSee, asPromised, type PublicDocument } from './client-view.fixture.ts';

const run = promisify(execFile);
const oasdiff = process.env.CI ? await ensureOasdiff() : await findOasdiff();
noteServer({ name: 'oasdiff', ...(isFound(oasdiff) ? { origin: oasdiff.origin } : oasdiff) });

/** Why documents cannot be compared here; undefined where they can. */
export const whyNoOasdiff = isFound(oasdiff) ? undefined : oasdiff.missing;

/** Changes that oasdiff lets pass, each with the reason why clients of ours break by it. */
const STRICTER: Readonly<Record<string, string>> = {
  'api-operation-id-removed': 'Generated clients name methods by it.',
  'api-schema-removed': 'Generated clients name types by it.',
  'optional-response-header-removed': 'Clients may read it: they ignore only what they do not know.',
  'response-optional-property-removed': 'Clients may read it: they ignore only what they do not know.',
  'response-mediatype-enum-value-removed': 'A program that waits for the value waits forever.',
  'response-property-enum-value-removed': 'A program that waits for the value waits forever.',
  'response-body-discriminator-mapping-changed': 'Generated clients read the event as another type.',
  'response-property-discriminator-mapping-changed': 'Generated clients read the event as another type.',
  'response-body-discriminator-mapping-deleted': 'The event is no longer sent.',
  'response-property-discriminator-mapping-deleted': 'The event is no longer sent.',
  'response-body-one-of-removed': 'Events of the kind are no longer sent.',
  'response-property-one-of-removed': 'Events of the kind are no longer sent.',
};

/** The changes that break clients of the released document, in the words of oasdiff, sorted. */
export async function breakingChanges(released: PublicDocument, today: PublicDocument): Promise<readonly string[]> {
  if (!isFound(oasdiff)) throw new Error(oasdiff.missing);
  // A folder of its own: oasdiff reads settings from where it runs.
  const folder = mkdtempSync(join(tmpdir(), 'tidegate-oasdiff-'));
  try {
    writeFileSync(join(folder, 'released.json'), JSON.stringify(asClientsSee(asPromised(released, today))));
    writeFileSync(join(folder, 'today.json'), JSON.stringify(asClientsSee(today)));
    const levels = Object.keys(STRICTER).map((check) => `${check} err\n`);
    writeFileSync(join(folder, 'levels.txt'), levels.join(''));
    const options = ['--format', 'json', '--severity-levels', 'levels.txt', '--allow-external-refs=false'];
    const { stdout } = await run(oasdiff.path, ['breaking', 'released.json', 'today.json', ...options], {
      cwd: folder,
      maxBuffer: 50 * 1024 * 1024,
    });
    const changes: readonly Change[] = JSON.parse(stdout);
    return changes.map(({ operation, path, text }) => [operation, path, text].filter(Boolean).join(' ')).sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Change {
  readonly text: string;
  readonly operation?: string;
  readonly path?: string;
}
