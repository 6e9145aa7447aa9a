import createCache, { type EmotionCache } from '@emotion/cache';

/**
 * Styles go in as CSSOM rules (`speedy`), never as text nodes, so that the page's Content-Security-Policy needs no
 * `unsafe-inline`; the server puts the nonce of its policy into the page.
 */
export function makeStyleCache(): EmotionCache {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return createCache({ key: 'tg', speedy: true, prepend: true, ...(nonce ? { nonce } : {}) });
}
