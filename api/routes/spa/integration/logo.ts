import { Type } from 'typebox';
import { Data } from '../../../../contract/basics.ts';
import { Logo } from '../../../../contract/integration.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import { readLogo as readStoredLogo, removeLogo, storeLogo } from '../../../../db/shops/logos.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import { anyoneUnlimited } from '../../../access.ts';
import type { App } from '../../../app.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { profileOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { MAX_LOGO_BYTES, readLogo } from '../../../images/read-logo.ts';
import { shopRoute } from '../../../route-options.ts';
import { readUpload } from '../../../uploads/read-upload.ts';

const IMAGE = { field: 'image', words: 'The logo must be a JPG, PNG or GIF image.' };
/** The image itself; what it is, its first bytes say. */
const image = { schema: Type.Unsafe<unknown>({}) };
const Image = { content: { 'image/png': image, 'image/jpeg': image, 'image/gif': image } };

/** The logo of a profile, and the files that payers' pages show. */
export async function logoRoutes(app: App, deps: ServerDeps): Promise<void> {
  // Images are read as bytes on these routes only.
  await app.register(async (scope) => uploadRoutes(scope as unknown as App, deps));
  fileRoute(app, deps);
}

function uploadRoutes(app: App, { db }: ServerDeps): void {
  const types = ['image/png', 'image/jpeg', 'image/gif', 'image/svg+xml', 'image/webp', 'application/octet-stream'];
  app.addContentTypeParser(types, (_request, payload, done) => done(null, payload));

  app.post(
    '/spa/:profile/profile/image',
    shopRoute('merchant_profile_update', {
      summary: 'Upload the logo',
      description: 'JPG, PNG or GIF, at least 50 × 50 pixels and at most 1 MB, sent as the request body.',
      body: Image,
      response: { 200: Data(Logo) },
    }),
    async (request, reply) => {
      const { mode, profileId } = await profileOf(db, request);
      const { file: logo } = await readUpload(request, reply, IMAGE, async (body) => readLogo(await bytesOf(body)));
      const url = await inTransaction(db, async (tx) => {
        const target = { kind: 'profile', id: profileId, label: 'logo' };
        const data = { mode, width: logo.width, height: logo.height };
        await audit(tx, { ...auditedUser(request), action: 'profile.logo_changed', target, data });
        return storeLogo(tx, profileId, logo);
      });
      return { data: { logo_url: url } };
    },
  );

  app.delete(
    '/spa/:profile/profile/image',
    shopRoute('merchant_profile_update', { summary: 'Remove the logo', response: { 200: Data(Logo) } }),
    async (request) => {
      const { mode, profileId } = await profileOf(db, request);
      await inTransaction(db, async (tx) => {
        if (!(await removeLogo(tx, profileId))) return;
        const target = { kind: 'profile', id: profileId, label: 'logo' };
        await audit(tx, { ...auditedUser(request), action: 'profile.logo_removed', target, data: { mode } });
      });
      return { data: { logo_url: null } };
    },
  );
}

/**
 * The bytes of an image, one more than allowed, so that the error names the rule that the image breaks. @throws
 * DomainError `too_large` beyond that
 */
async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_LOGO_BYTES + 1) throw new DomainError('too_large');
  }
  return Buffer.concat(pieces);
}

function fileRoute(app: App, { db }: ServerDeps): void {
  app.get<{ Params: { file: string } }>(
    '/logos/:file',
    { config: anyoneUnlimited('Payers see it on the page of their invoice.'), schema: { hide: true } },
    async (request, reply) => {
      const id = /^([0-9a-f-]{36})\.png$/.exec(request.params.file)?.[1];
      const png = id === undefined ? undefined : await readStoredLogo(db, parseId(id));
      if (png === undefined) throw new DomainError('not_found');
      return reply
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('image/png')
        .send(png);
    },
  );
}
