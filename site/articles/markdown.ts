import { Marked, type RendererObject } from 'marked';

/** A heading of the second order. */
export interface Section {
  readonly id: string;
  readonly title: string;
}

/**
 * HTML of Markdown. Raw HTML in it is text: an article is words. Wide tables scroll by themselves.
 *
 * @param others how links, code and so on are drawn otherwise
 */
export function renderMarkdown(body: string, sections: Section[], others: RendererObject = {}): string {
  const marked = new Marked({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      heading({ tokens, depth }) {
        const title = this.parser.parseInline(tokens, this.parser.textRenderer);
        const id = idOf(title);
        if (depth === 2) sections.push({ id, title });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  marked.use({ renderer: others });
  return (
    marked
      .parse(body, { async: false })
      .replaceAll('<table>', '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>')
      .replaceAll('</table>', '</table></div>')
      // A corner without words is no header.
      .replaceAll(/<th(?: align="\w+")?><\/th>/g, '<td></td>')
      .replaceAll('<pre>', '<pre tabindex="0">')
  );
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Begins with a letter, as styles and tools expect of an id. */
function idOf(title: string): string {
  const id = title
    .toLowerCase()
    .replaceAll(/&[a-z#0-9]+;/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return /^\d/.test(id) ? `part-${id}` : id;
}
