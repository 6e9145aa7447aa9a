import { LinkifyIt } from 'linkify-it';

/**
 * The links that programs would find in plain text: by an independent library, set to know every ending as a domain,
 * and by the patterns of programs that link more than it does.
 */
export function linksIn(text: string): readonly string[] {
  // Programs that remove what is invisible do so before they look for links.
  const shown = text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return [
    ...(finder.match(shown) ?? []).map(({ url }) => url),
    ...OTHER_PROGRAMS.flatMap((pattern) => [...shown.matchAll(pattern)].map(([found]) => found)),
  ];
}

const finder = new LinkifyIt({
  fuzzyLink: true,
  fuzzyEmail: true,
  fuzzyIP: true,
  urlAuth: true,
  tlds: ['[a-z\u00b5-\u167f\u2c00-\u2dff\u3040-\ud7ff\uf900-\ufdff]{2,63}'],
});
for (const schema of ['tel:', 'sms:', 'skype:', 'bitcoin:', 'ethereum:', 'javascript:', 'data:', 'file:', 'ldap:']) {
  finder.add(schema, { validate: (rest, at) => /^\S+/.exec(rest.slice(at))?.[0].length ?? 0 });
}

const OTHER_PROGRAMS: readonly RegExp[] = [
  // Any scheme with two slashes, with nothing but letters after it.
  /[a-z\d+.-]:[/\\]{1,2}\S|https?:\S/giu,
  // Anything that could be a domain, whatever comes after it.
  /[\p{L}\p{N}-]\.\p{L}{2}/gu,
  // `www.` alone, as Outlook, pdf.js and PDFium do.
  /www\d{0,3}[.\u3002\uff0e\uff61]\S/giu,
  // Shared folders of Windows, which Outlook links.
  /\\\\\w/gu,
  // Mailboxes without an ending, and dots as browsers read them in names.
  /\S[@\uff20]\S/gu,
  /[\p{L}\p{N}]{2}[\u3002\uff0e\uff61]\p{L}{2}/gu,
];
