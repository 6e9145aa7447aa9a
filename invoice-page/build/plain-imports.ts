import type { Plugin } from 'vite';

/**
 * Loads rare parts by a plain `import()`. Vite would load their style and what they share first, by a helper of half a
 * kilobyte; they have no style of their own and share only the page's one script.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: {
      order: 'pre',
      filter: { id: /vite\/preload-helper/ },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
  };
}
