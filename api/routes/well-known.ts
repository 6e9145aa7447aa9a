import { CONSENT_VERSION } from '../../domain/legal/consent.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import type { ServerDeps } from '../deps.ts';

const VALID_MS = 180 * 86_400_000;
const DAY_MS = 86_400_000;

/** Where weaknesses are reported (RFC 9116), and that Global Privacy Control is honored. */
export function wellKnownRoutes(app: App, { config, now }: ServerDeps): void {
  const access = anyone('Whom to write to is for everyone.');
  app.get('/.well-known/security.txt', { config: access, schema: { hide: true } }, async (_request, reply) => {
    // Midnight, so that the text is the same all day.
    const expires = new Date(Math.floor((now() + VALID_MS) / DAY_MS) * DAY_MS).toISOString();
    const origin = new URL(config.publicUrl).origin;
    const lines = [
      `Contact: ${config.securityContact ?? config.supportUrl}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${origin}/.well-known/security.txt`,
      ...(config.hasSite ? [`Policy: ${origin}/security`] : []),
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
  app.get('/.well-known/gpc.json', { config: access, schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send({ gpc: true, lastUpdate: CONSENT_VERSION }),
  );
}
