/**
 * A link that looks like a button, for any page: no script, no request to anyone, and nothing in it but what is here.
 */
export function buttonHtml(url: string, text: string): string {
  const style =
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#2447e0;color:#fff;font:500 16px/24px system-ui,sans-serif;text-decoration:none';
  return `<a href="${escaped(url)}" rel="noopener" style="${style}">${escaped(text)}</a>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
