import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

/**
 * Cuts the page's three fonts to the glyphs it can show and writes them as woff2 files into `folder`.
 * Latin text and amounts, the mono of addresses, and Cyrillic, which browsers load for Russian only (`unicode-range`).
 */
export async function cutFonts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(cuts.map((cut) => cutFont(folder, cut)));
}

interface Cut {
  readonly source: string;
  readonly target: string;
  readonly glyphs: string;
  readonly features: string[];
}

const WEIGHTS = { min: 400, max: 600 };
const range = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

const cuts: readonly Cut[] = [
  {
    source: '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
    target: 'geist-latin.woff2',
    glyphs: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŸ€–—‘’‚“”„…•→×−≈\u2009\u202f`,
    features: ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum'],
  },
  {
    source: '@fontsource-variable/geist/files/geist-cyrillic-wght-normal.woff2',
    target: 'geist-cyrillic.woff2',
    glyphs: `${range(0x410, 0x44f)}Ёё№`,
    features: ['kern', 'ccmp', 'locl', 'mark'],
  },
  {
    source: '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
    target: 'geist-mono.woff2',
    glyphs: `${range(0x30, 0x39)}${range(0x41, 0x5a)}${range(0x61, 0x7a)}:.,-…?_ `,
    features: ['ccmp', 'mark'],
  },
];

async function cutFont(folder: string, { source, target, glyphs, features }: Cut): Promise<void> {
  const original = await readFile(createRequire(import.meta.url).resolve(source));
  const cut = await subsetFont(original, glyphs, {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
    keepFeatures: features,
    noHinting: true,
  });
  // Two builds at once must not read each other's half-written file.
  const draft = join(folder, `${target}.${process.pid}`);
  await writeFile(draft, cut);
  await rename(draft, join(folder, target));
}
