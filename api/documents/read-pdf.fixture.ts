import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** What an independent reader finds in a PDF. */
export interface ReadPdf {
  readonly pages: readonly string[];
  readonly text: string;
  readonly title: string;
  readonly language: string | null;
  readonly isTagged: boolean;
  /** Of the logical structure of the first page, in reading order. */
  readonly roles: readonly string[];
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
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join('\n'));
    for (const { url } of (await page.getAnnotations()) as { url?: string }[]) if (url !== undefined) links.push(url);
    if (number === 1) collectRoles(await page.getStructTree(), roles);
    page.cleanup();
  }
  const { info, metadata } = await document.getMetadata();
  const marks: unknown = await document.getMarkInfo();
  return {
    ...{ pages, text: pages.join('\n'), roles, links },
    title: (info as { Title?: string }).Title ?? '',
    language: (info as { Language?: string }).Language ?? null,
    isTagged: marks instanceof Map && marks.get('Marked') === true,
    xmp: metadata === null ? '' : metadata.getRaw(),
  };
}

function collectRoles(node: unknown, roles: string[]): void {
  if (typeof node !== 'object' || node === null) return;
  const { role, children } = node as { role?: string; children?: readonly unknown[] };
  if (role !== undefined) roles.push(role);
  for (const child of children ?? []) collectRoles(child, roles);
}
