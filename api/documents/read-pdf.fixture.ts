import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** The contents of a PDF as an independent reader finds them. */
export interface ReadPdf {
  readonly pages: readonly string[];
  readonly text: string;
  readonly title: string;
  readonly language: string | null;
  readonly isTagged: boolean;
  /** Of the logical structure of the first page, in reading order. */
  readonly roles: readonly string[];
  /** The alternative texts of pictures, also of drawn ones. */
  readonly alts: readonly string[];
  /** How many pictures made of pixels there are. */
  readonly images: number;
  readonly links: readonly string[];
  readonly xmp: string;
}

/** Reads a PDF with pdf.js, which did not write it. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocument({
    data: new Uint8Array(bytes),
    disableFontFace: true,
    useSystemFonts: false,
    standardFontDataUrl: `${join(folder, 'standard_fonts')}/`,
    verbosity: 0,
  }).promise;
  const pages: string[] = [];
  const links: string[] = [];
  const roles: string[] = [];
  const alts: string[] = [];
  let images = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join('\n'));
    for (const { url } of (await page.getAnnotations()) as { url?: string }[]) if (url !== undefined) links.push(url);
    if (number === 1) collect(await page.getStructTree(), { roles, alts });
    const { fnArray } = await page.getOperatorList();
    images += fnArray.filter((operator) => operator === OPS.paintImageXObject).length;
    page.cleanup();
  }
  const { info, metadata } = await document.getMetadata();
  const marks: unknown = await document.getMarkInfo();
  return {
    pages,
    text: pages.join('\n'),
    roles,
    alts,
    images,
    links,
    title: (info as { Title?: string }).Title ?? '',
    language: (info as { Language?: string }).Language ?? null,
    isTagged: marks instanceof Map && marks.get('Marked') === true,
    xmp: metadata === null ? '' : metadata.getRaw(),
  };
}

function collect(node: unknown, into: { readonly roles: string[]; readonly alts: string[] }): void {
  if (typeof node !== 'object' || node === null) return;
  const { role, alt, children } = node as { role?: string; alt?: string; children?: readonly unknown[] };
  if (role !== undefined) into.roles.push(role);
  if (alt !== undefined) into.alts.push(alt);
  for (const child of children ?? []) collect(child, into);
}
