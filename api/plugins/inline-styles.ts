import { createHash } from 'node:crypto';

/**
 * The sources that let the style sheets written into a built page through its policy. Of the page as it was built,
 * before anything is filled in: what a visitor, a merchant or a setting brings is never let through.
 */
export function inlineStylesOf(built: string): readonly string[] {
  return [...built.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, css = '']) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  );
}
