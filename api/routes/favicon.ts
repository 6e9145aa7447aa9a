import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '../../domain/errors.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import { NOT_BUILT } from '../plugins/static-pages.ts';

/** `/favicon.ico`: browsers ask for it where a page names no icon, and mail programs and search engines know no SVG. */
export function faviconRoute(app: App, folder: string): void {
  const pages = join(folder, 'pages');
  let icon: Promise<Buffer> | undefined;
  const config = anyone('The icon is for everyone.');
  app.get('/favicon.ico', { config, schema: { hide: true } }, async (_request, reply) => {
    icon ??= readFile(join(pages, 'favicon.ico')).catch((cause: unknown) => {
      icon = undefined;
      if (existsSync(pages)) throw new DomainError('not_found', { cause });
      throw new DomainError('service_unavailable', { message: NOT_BUILT, cause });
    });
    return reply
      .type('image/x-icon')
      .header('cache-control', 'public, max-age=86400')
      .send(await icon);
  });
}
