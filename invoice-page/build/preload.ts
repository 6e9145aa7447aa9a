import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * Tells the browser early of what the small entry asks for a moment later: the application's chunk and the fonts that
 * every locale shows. The entry then only has to choose the locale.
 */
export function preloadApp(): Plugin {
  let base = '/';
  return {
    name: 'preload-app',
    apply: 'build',
    configResolved(config) {
      base = config.base;
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const tags: HtmlTagDescriptor[] = [];
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && file.facadeModuleId?.endsWith('/src/app.tsx')) {
            for (const name of [file.fileName, ...file.imports]) tags.push(modulePreload(base, name));
          }
          if (file.type === 'asset' && /geist-(latin|mono)[^/]*\.woff2$/.test(file.fileName)) {
            tags.push(fontPreload(base, file.fileName));
          }
        }
        return tags;
      },
    },
  };
}

const modulePreload = (base: string, name: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'modulepreload', crossorigin: true, href: base + name },
  injectTo: 'head',
});

const fontPreload = (base: string, name: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: base + name },
  injectTo: 'head',
});
