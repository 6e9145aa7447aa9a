import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';

const WIDTH = 1200;
const HEIGHT = 630;
const EDGE = 88;
const LINE_HEIGHT = 84;
const MOST_LINES = 4;
/** Latin and Russian letters are of two files. */
const FONTS = { latin: 'Geist of pictures', cyrillic: 'Geist of Russian pictures' } as const;

for (const [letters, name] of Object.entries(FONTS)) {
  const file = `@fontsource-variable/geist/files/geist-${letters}-wght-normal.woff2`;
  GlobalFonts.registerFromPath(createRequire(import.meta.url).resolve(file), name);
}

/**
 * Draws what social networks show of a page (Open Graph): its title, and the coin that moves around the level price.
 * Without a name, which is the operator's.
 *
 * @returns where it is, below the site's address
 */
export async function writePicture(outDir: string, title: string): Promise<string> {
  const image = await draw(title).encode('jpeg', 82);
  const name = `og-${createHash('sha256').update(image).digest('hex').slice(0, 12)}.jpg`;
  await mkdir(join(outDir, 'site-assets'), { recursive: true });
  await writeFile(join(outDir, 'site-assets', name), image);
  return `/site-assets/${name}`;
}

function draw(title: string): Canvas {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = '#0b0f17';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  drawLevel(context);
  context.fillStyle = '#e8ecf3';
  context.font = `600 68px "${FONTS.latin}", "${FONTS.cyrillic}"`;
  context.letterSpacing = '-2px';
  for (const [at, line] of linesOf(context, title).entries()) {
    context.fillText(line, EDGE, EDGE + 64 + at * LINE_HEIGHT);
  }
  return canvas;
}

/** The same idea as on the landing page: sums of waves whose periods have no common measure. */
function drawLevel(context: SKRSContext2D): void {
  const price = 520;
  context.lineWidth = 2;
  context.strokeStyle = '#6b768a';
  context.beginPath();
  for (let x = 0; x <= WIDTH; x += 6) {
    const wave = Math.sin(x / 78) * 0.45 + Math.sin(x / 174 + 2) * 0.35 + Math.sin(x / 3.5) * 0.07;
    context.lineTo(x, price - 60 * wave);
  }
  context.stroke();
  context.lineWidth = 5;
  context.strokeStyle = '#8ea2ff';
  context.beginPath();
  context.moveTo(0, price);
  context.lineTo(WIDTH, price);
  context.stroke();
}

function linesOf(context: SKRSContext2D, title: string): string[] {
  const lines: string[] = [];
  for (const word of title.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && context.measureText(longer).width <= WIDTH - 2 * EDGE) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.slice(0, MOST_LINES);
}
