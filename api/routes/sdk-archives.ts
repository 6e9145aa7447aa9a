import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SDK_PATH, type SdkArchive, type SdkArchiveIndex } from '../../contract/sdk-archives.ts';
import { DomainError } from '../../domain/errors.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import { type FixedDocument, fixedDocument, sendFixed } from '../plugins/fixed-document.ts';

/**
 * Serves the SDKs of this release as package managers install them, so that nobody depends on a name in a registry that
 * a stranger may have taken: the archives, their list with hashes, and what Composer reads.
 *
 * @param folder where `scripts/build-archives.ts` wrote them
 */
export function sdkArchiveRoutes(app: App, folder: string, { publicUrl }: { readonly publicUrl: string }): void {
  const config = anyone('The SDKs are the same for everyone and contain no secret.');
  const at = `${new URL(publicUrl).origin}${SDK_PATH}`;
  const listed = openList(folder);
  const texts: Readonly<Record<string, { type: string; make: (archives: readonly SdkArchive[]) => string }>> = {
    'index.json': { type: JSON_TYPE, make: (archives) => indexOf(archives, at) },
    SHA256SUMS: { type: 'text/plain; charset=utf-8', make: checksumsOf },
    'composer/packages.json': { type: JSON_TYPE, make: (archives) => composerPackagesOf(archives, at) },
  };
  for (const [name, { type, make }] of Object.entries(texts)) {
    let made: Promise<FixedDocument> | undefined;
    app.get(`${SDK_PATH}/${name}`, { config, schema: { hide: true } }, async (request, reply) => {
      made ??= fixedDocument(type, make([...listed().values()]));
      return sendFixed(request, reply, await made);
    });
  }
  app.get<{ Params: { file: string } }>(
    `${SDK_PATH}/:file`,
    { config, schema: { hide: true } },
    async (request, reply) => {
      const archive = listed().get(request.params.file);
      if (archive === undefined) throw new DomainError('not_found');
      const etag = `"${archive.sha256}"`;
      // Between two releases a version can have other bytes, so a copy is only used after a question.
      void reply.header('etag', etag).header('cache-control', 'no-cache').type(typeOf(archive.file));
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      void reply.header('content-disposition', `attachment; filename="${archive.file}"`);
      return reply.sendFile(archive.file, folder, OWN_HEADERS);
    },
  );
}

/** Ours say more than those that the file system knows. */
const OWN_HEADERS = { cacheControl: false, contentType: false, etag: false, lastModified: false } as const;

const JSON_TYPE = 'application/json; charset=utf-8';

/** The archives by their files, read when somebody first wants one: `npm start` builds them while it starts. */
function openList(folder: string): () => ReadonlyMap<string, SdkArchive> {
  let list: ReadonlyMap<string, SdkArchive> | undefined;
  return () => {
    try {
      list ??= new Map(
        (JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as SdkArchiveIndex).archives.map((each) => [
          each.file,
          each,
        ]),
      );
    } catch (cause) {
      throw new DomainError('service_unavailable', { message: 'The archives of the SDKs are not built yet.', cause });
    }
    return list;
  };
}

function indexOf(archives: readonly SdkArchive[], at: string): string {
  const shown = archives.map(({ composer: _, ...archive }) => ({ ...archive, url: `${at}/${archive.file}` }));
  return JSON.stringify({ archives: shown }, null, 2);
}

/** For `sha256sum --check`. */
function checksumsOf(archives: readonly SdkArchive[]): string {
  return archives.map(({ sha256, file }) => `${sha256}  ${file}\n`).join('');
}

/** A repository of Composer with this release alone. */
function composerPackagesOf(archives: readonly SdkArchive[], at: string): string {
  const packages: Record<string, Record<string, unknown>> = {};
  for (const { name, version, file, composer } of archives) {
    if (composer === undefined) continue;
    const dist = { type: 'zip', url: `${at}/${file}`, shasum: composer.sha1 };
    packages[name] = { [version]: { ...composer.manifest, dist } };
  }
  return JSON.stringify({ packages });
}

function typeOf(file: string): string {
  return file.endsWith('.tgz') ? 'application/gzip' : 'application/zip';
}
