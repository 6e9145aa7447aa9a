import { type Canvas, createCanvas } from '@napi-rs/canvas';

/** The units of the mark's drawing in `front/frame.tsx`. */
const UNITS = 26;
/** What browsers ask for: tabs, and the same on dense screens. */
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
  const unit = side / UNITS;
  context.scale(unit, unit);
  context.fillStyle = '#2447e0';
  context.beginPath();
  context.roundRect(0, 0, UNITS, UNITS, 6);
  context.fill();
  // The tile has a margin around the mark.
  context.translate(UNITS * 0.16, UNITS * 0.16);
  context.scale(0.68, 0.68);
  context.strokeStyle = '#ffffff';
  context.lineWidth = 3;
  context.lineCap = 'round';
  context.beginPath();
  for (const x of [3, 23]) {
    context.moveTo(x, 5);
    context.lineTo(x, 21);
  }
  for (const y of [10, 16]) {
    context.moveTo(7, y);
    context.bezierCurveTo(9, y - 2, 11, y - 2, 13, y);
    context.bezierCurveTo(15, y + 2, 17, y + 2, 19, y);
  }
  context.stroke();
  return canvas;
}
