/** The arguments of each line `npm run ops -- …` of a page, with an ID in the place of `<uuid>`. */
export function commandLines(page: string, id = '0190f1c2-0000-7000-8000-000000000001'): string[][] {
  return [...page.matchAll(/^npm run ops -- ([^#\n]*)/gm)].map(([, line = '']) => {
    const filled = line
      .replaceAll('<uuid>', id)
      .replaceAll('<slice>', '0')
      .replaceAll('<your email address>', 'ann@gateway.test');
    return [...filled.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  });
}
