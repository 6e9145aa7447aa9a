/** The plugin's words: what WordPress loads, made of a JSON file per language. */

export const TEXT_DOMAIN = 'tidegate-for-woocommerce';

/** Words by their English text. */
export type Words = Readonly<Record<string, string>>;

/** The English texts in PHP sources, in the order in which they first occur. */
export function textsIn(sources: readonly string[]): string[] {
  const texts = sources.flatMap((source) =>
    [...source.matchAll(/__\('((?:[^'\\]|\\.)*)', '([a-z-]+)'\)/g)].map(([, text = '', domain]) => {
      if (domain !== TEXT_DOMAIN) throw new Error(`"${text}" is translated in the domain ${domain}.`);
      return withoutSlashes(text);
    }),
  );
  return [...new Set(texts)];
}

/** A `.pot` template for translators who use gettext. */
export function potOf(texts: readonly string[]): string {
  const header = ['msgid ""', 'msgstr ""', '"Content-Type: text/plain; charset=UTF-8\\n"'].join('\n');
  const entries = texts.map((text) => `msgid ${JSON.stringify(text)}\nmsgstr ""`);
  return `${[header, ...entries].join('\n\n')}\n`;
}

/** A translation as a PHP file, which WordPress loads since 6.5. @throws Error if a text or a placeholder is missing */
export function phpOf(language: string, texts: readonly string[], words: Words): string {
  const lines = texts.map((text) => {
    const translated = words[text];
    if (translated === undefined) throw new Error(`${language} lacks "${text}".`);
    if (placeholders(text) !== placeholders(translated)) throw new Error(`${language}: placeholders of "${text}".`);
    return `    ${quoted(text)} => ${quoted(translated)},`;
  });
  const superfluous = Object.keys(words).filter((text) => !texts.includes(text));
  if (superfluous.length > 0) throw new Error(`${language} translates what the plugin does not say: ${superfluous[0]}`);
  const head = [`    'domain' => '${TEXT_DOMAIN}',`, `    'language' => '${language}',`];
  return ['<?php', 'return [', ...head, "    'messages' => [", ...lines, '    ],', '];', ''].join('\n');
}

function placeholders(text: string): string {
  return (text.match(/%(?:\d\$)?s/g) ?? []).sort().join();
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}

function withoutSlashes(text: string): string {
  return text.replaceAll(/\\(['\\])/g, '$1');
}
