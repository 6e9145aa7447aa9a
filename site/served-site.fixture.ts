import { startTestApi, type TestApi } from '../api/testing/server.fixture.ts';
import { type BuiltSite, buildSite } from './build-site.fixture.ts';

/** The public pages as visitors get them, from an API of their own. */
export interface ServedSite extends Pick<BuiltSite, 'dist' | 'pages'> {
  readonly api: TestApi;
  readonly origin: string;
  /** The paths of all pages that the sitemap lists. */
  listed(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Builds the public pages and serves them on a free port. */
export async function serveSite({ env = {}, deps = {} }: Parameters<typeof startTestApi>[0] = {}): Promise<ServedSite> {
  const site = await buildSite();
  const api = await startTestApi({ env, deps: { ...deps, frontEnds: { ...deps.frontEnds, site: site.dist } } });
  const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    api,
    origin,
    dist: site.dist,
    pages: site.pages,
    listed: async () => pathsOf(await (await fetch(`${origin}/sitemap.xml`)).text()),
    close: async () => {
      await api.close();
      await site.remove();
    },
  };
}

export function pathsOf(sitemap: string): string[] {
  return [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
}
