import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Tells the browser early of the fonts that every language shows, which it would else find in the style sheet. */
export function preloadFonts(): Plugin {
  let base = '/';
  return {
    name: 'preload-fonts',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    configResolved(config) {
      base = config.base;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter(({ type, fileName }) => type === 'asset' && /geist-(latin|mono)[^/]*\.woff2$/.test(fileName))
          .map(({ fileName }) => fontPreload(base, fileName)),
    },
  };
}

const fontPreload = (base: string, name: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: base + name },
  injectTo: 'head',
});
