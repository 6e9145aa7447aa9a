import { type Canvas, createCanvas, Path2D } from '@napi-rs/canvas';
import { MARK_ON_TILE, MARK_PATH, MARK_SIDE } from '../../domain/site/mark.ts';

/** Of tabs, also on dense screens, and of shortcuts. */
const ICON_SIDES = [16, 32, 48] as const;

/** The mark in white on a tile of the brand's color, which is seen on light and dark grounds. */
export function markPng(side: number): Promise<Buffer> {
  return drawMark(side).encode('png');
}

/** `favicon.ico`, for programs that know no SVG: its pictures are PNG, as all browsers since 2008 read. */
export async function faviconIco(): Promise<Buffer> {
  const pictures = await Promise.all(ICON_SIDES.map(async (side) => ({ side, png: await markPng(side) })));
  const head = Buffer.alloc(HEAD_BYTES + ENTRY_BYTES * pictures.length);
  head.writeUInt16LE(ICON_TYPE, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  for (const [index, { side, png }] of pictures.entries()) {
    const entry = HEAD_BYTES + ENTRY_BYTES * index;
    head.writeUInt8(side, entry);
    head.writeUInt8(side, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(BITS_PER_PIXEL, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

const HEAD_BYTES = 6;
const ENTRY_BYTES = 16;
const ICON_TYPE = 1;
const BITS_PER_PIXEL = 32;

function drawMark(side: number): Canvas {
  const canvas = createCanvas(side, side);
  const context = canvas.getContext('2d');
  context.scale(side / MARK_SIDE, side / MARK_SIDE);
  context.fillStyle = '#2447e0';
  context.beginPath();
  context.roundRect(0, 0, MARK_SIDE, MARK_SIDE, 6);
  context.fill();
  const margin = ((1 - MARK_ON_TILE) / 2) * MARK_SIDE;
  context.translate(margin, margin);
  context.scale(MARK_ON_TILE, MARK_ON_TILE);
  context.strokeStyle = '#ffffff';
  context.lineWidth = 3;
  context.lineCap = 'round';
  context.stroke(new Path2D(MARK_PATH));
  return canvas;
}
