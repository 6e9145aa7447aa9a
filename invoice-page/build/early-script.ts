import type { Plugin } from 'vite';

/**
 * A script of its own that the page of an invoice loads beside its main one, and runs as soon as it has come: it is so
 * small that it comes with the style, before the page can be clicked. The card purchase is drawn without any button.
 */
export function earlyScript(entry: string): Plugin {
  let base = '/';
  return {
    name: 'early-script',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved(config) {
      base = config.base;
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: entry, name: 'early' });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((file) => file.type === 'chunk' && file.name === 'early')
          .map(({ fileName }) => ({
            tag: 'script',
            attrs: { type: 'module', async: true, src: base + fileName },
            injectTo: 'head',
          })),
    },
  };
}
