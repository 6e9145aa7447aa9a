import { WOOCOMMERCE_PLUGIN } from '../../contract/cms-plugins.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import { type PluginPackage, packPlugin } from '../cms/package.ts';

/** The plugins for shop systems, to download. */
export function cmsPluginRoutes(app: App): void {
  const config = anyone('The package is the same for everyone and contains no secret.');
  let packed: Promise<PluginPackage> | undefined;
  app.get(WOOCOMMERCE_PLUGIN.path, { config, schema: { hide: true } }, async (request, reply) => {
    packed ??= packPlugin();
    const { bytes, etag } = await packed;
    void reply.header('etag', etag).header('cache-control', 'no-cache');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const fileName = `tidegate-for-woocommerce-${WOOCOMMERCE_PLUGIN.version}.zip`;
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(bytes);
  });
}
