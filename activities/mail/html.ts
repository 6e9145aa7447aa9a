/**
 * HTML with values put in as text: whatever a value holds, it is shown and never read as a tag or an attribute (hazard
 * 71). Values that are HTML of our own stay as they are; lists are joined.
 */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Fragment | readonly Fragment[])[]
): Fragment {
  const text = parts.reduce((all, part, at) => {
    const value = values[at];
    return all + part + (value === undefined ? '' : render(value));
  }, '');
  return new Fragment(text);
}

/** A piece of HTML of our own making. */
export class Fragment {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

function render(value: string | Fragment | readonly Fragment[]): string {
  if (value instanceof Fragment) return value.toString();
  return typeof value === 'string' ? escapeHtml(value) : value.map(String).join('');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`=]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
