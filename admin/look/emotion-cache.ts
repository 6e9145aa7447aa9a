import createCache, { type EmotionCache } from '@emotion/cache';

/**
 * Styles go in as CSSOM rules (`speedy`), never as text nodes, so that the page's Content-Security-Policy needs no
 * `unsafe-inline`; the server puts the nonce of its policy into the page.
 */
export function makeStyleCache(): EmotionCache {
  lookAgainAtWidths();
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return createCache({ key: 'tg', speedy: true, prepend: true, nonce: nonce || undefined });
}

/**
 * Chromium 156 takes a new width of the window and a rule that was added since the last frame in together, and then
 * looks only at what the rule matches: `@media` rules keep the old width on everything else until the next change of
 * it, as after a phone is turned while the page loads. A media rule that comes and goes makes it look at all of them.
 */
function lookAgainAtWidths(): void {
  window.addEventListener('resize', () => {
    for (const sheet of document.styleSheets) {
      const isEmotion = sheet.ownerNode instanceof HTMLStyleElement && sheet.ownerNode.dataset.emotion !== undefined;
      if (isEmotion) sheet.deleteRule(sheet.insertRule('@media all {}', sheet.cssRules.length));
    }
  });
}
