import { escaped } from '../../../domain/text/html.ts';

/** How the button looks, on any page and in its preview. */
export const BUTTON_STYLE = {
  display: 'inline-block',
  padding: '12px 20px',
  borderRadius: '8px',
  background: '#2447e0',
  color: '#fff',
  font: '500 16px/24px system-ui,sans-serif',
  textDecoration: 'none',
} as const;

/**
 * A link that looks like a button, for any page: no script, no request to anyone, and nothing in it but what is here.
 */
export function buttonHtml(url: string, text: string): string {
  const style = Object.entries(BUTTON_STYLE).map(([name, value]) => `${kebab(name)}:${value}`);
  return `<a href="${escaped(url)}" rel="noopener" style="${style.join(';')}">${escaped(text)}</a>`;
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
