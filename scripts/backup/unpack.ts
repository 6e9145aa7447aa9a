import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '../process/managed.ts';
import { type OtherUser, runAs } from '../services/drop-privileges.ts';

/**
 * Unpacks a base backup into an empty folder and compares every file with the checksums that Postgres wrote when it
 * took the backup.
 * @returns how many files were compared
 * @throws Error that names the first file that is missing or differs
 */
export async function unpackBackup(
  backupFolder: string,
  cluster: string,
  identity: OtherUser | undefined,
): Promise<number> {
  const manifest = readManifest(join(backupFolder, 'backup_manifest'));
  // The server's user may not reach the backup, so it gets the files afterwards.
  await run('tar', ['-xzf', join(backupFolder, 'base.tar.gz'), '--no-same-owner', '-C', cluster]);
  for (const { path, size, sha256 } of manifest) {
    const found = await digestOf(join(cluster, path));
    if (found === null) throw new Error(`The backup is damaged: ${path} is missing.`);
    if (found.size !== size || found.sha256 !== sha256)
      throw new Error(`The backup is damaged: ${path} is not what Postgres wrote (${found.size} of ${size} bytes).`);
  }
  if (identity !== undefined) await run('chown', ['-R', `${identity.uid}:${identity.gid}`, cluster]);
  return manifest.length;
}

interface ManifestFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** The files that Postgres backed up. Its last line is the checksum of all lines before. */
function readManifest(file: string): ManifestFile[] {
  const text = readFileSync(file, 'utf8');
  const lastLine = text.lastIndexOf('"Manifest-Checksum"');
  const stated = /"Manifest-Checksum": "([0-9a-f]{64})"/.exec(text.slice(lastLine))?.[1];
  const actual = createHash('sha256')
    .update(text.slice(0, Math.max(lastLine, 0)))
    .digest('hex');
  if (stated === undefined || stated !== actual) throw new Error(`The backup is damaged: ${file} is not whole.`);
  const { Files: files } = JSON.parse(text) as { Files: readonly Record<string, string | number>[] };
  return files.map((entry) => {
    if (entry['Checksum-Algorithm'] !== 'SHA256') throw new Error(`${file} has no SHA-256 checksums.`);
    const encoded = entry['Encoded-Path'];
    const path = encoded === undefined ? String(entry.Path) : Buffer.from(String(encoded), 'hex').toString();
    return { path, size: Number(entry.Size), sha256: String(entry.Checksum) };
  });
}

/** Size and checksum of a file; null when there is none. */
async function digestOf(path: string): Promise<{ readonly size: number; readonly sha256: string } | null> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return { size, sha256: hash.digest('hex') };
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const program = await startProcess({ name: command, ...runAs(undefined, command, args) });
  const { code } = await program.exited;
  if (code !== 0) throw new Error(`${command} failed:\n${program.logTail()}`);
}
