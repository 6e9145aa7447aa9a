import { startTestApi } from '../api/testing.fixture.ts';
import { buildSite } from './build-site.fixture.ts';

/** The public pages as visitors get them, from an API of their own. */
export interface ServedSite {
  readonly origin: string;
  /** Of all pages that the sitemap lists. */
  readonly paths: readonly string[];
  close(): Promise<void>;
}

/** Builds the public pages and serves them on a free port. */
export async function serveSite(): Promise<ServedSite> {
  const site = await buildSite();
  const api = await startTestApi({ deps: { frontEnds: { site: site.dist } } });
  const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  return {
    origin,
    paths,
    close: async () => {
      await api.close();
      await site.remove();
    },
  };
}
