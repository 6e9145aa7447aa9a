import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startProcess } from '../../process/managed.ts';
import type { Source } from './source.ts';

/** An address that does not answer by then is out of reach, so that a machine without network is not held up. */
const probeTimeoutMs = 4_000;
const downloadTimeoutMs = 5 * 60_000;

/**
 * The address from which Temporal's SDKs download the development server. Asked directly, because the SDK can neither
 * take an expected checksum nor download without starting the server.
 */
export function temporalDownload(address = 'https://temporal.download'): Source {
  return {
    name: "Temporal's download",
    deliver: async ({ version, folder }) => {
      try {
        const { archiveUrl, fileToExtract } = await describe(address, version);
        const archive = join(folder, 'temporal.tar.gz');
        await save(archiveUrl, archive);
        const tar = await startProcess({
          name: 'tar',
          command: 'tar',
          args: ['-xzf', archive, '-C', folder, fileToExtract],
        });
        const { code } = await tar.exited;
        if (code !== 0) return { missing: `the archive is damaged (${tar.logTail().trim()})` };
        return { file: join(folder, fileToExtract) };
      } catch (error) {
        return { missing: inWords(error) };
      }
    },
  };
}

async function describe(address: string, version: string): Promise<{ archiveUrl: string; fileToExtract: string }> {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const query = new URLSearchParams({ arch, platform: process.platform, format: 'tar.gz' });
  const answer = await fetch(`${address}/cli/v${version}?${query}`, { signal: AbortSignal.timeout(probeTimeoutMs) });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  const description: unknown = await answer.json();
  if (typeof description === 'object' && description !== null) {
    const { archiveUrl, fileToExtract } = description as Record<string, unknown>;
    if (typeof archiveUrl === 'string' && fileToExtract === 'temporal') return { archiveUrl, fileToExtract };
  }
  throw new Error(`${address} did not name an archive`);
}

async function save(url: string, file: string): Promise<void> {
  const stalled = new AbortController();
  const begin = setTimeout(() => stalled.abort(new Error('it did not begin in time')), probeTimeoutMs);
  const answer = await fetch(url, {
    signal: AbortSignal.any([stalled.signal, AbortSignal.timeout(downloadTimeoutMs)]),
  });
  clearTimeout(begin);
  if (!answer.ok || answer.body === null) throw new Error(`the archive was answered with ${answer.status}`);
  await pipeline(answer.body, createWriteStream(file));
}

/** The reason is often the cause: fetch itself only says that it failed. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
