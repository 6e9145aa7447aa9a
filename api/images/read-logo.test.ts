import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { MAX_LOGO_BYTES, readLogo } from './read-logo.ts';

type Format = 'png' | 'jpeg' | 'gif';

function image(width: number, height: number, format: Format = 'png'): Promise<Buffer> {
  const create = { width, height, channels: 3, background: { r: 36, g: 71, b: 224 } } as const;
  return sharp({ create }).toFormat(format).toBuffer();
}

async function refusal(bytes: Buffer): Promise<string> {
  return readLogo(bytes).then(
    () => 'taken',
    (error: { fields?: { image?: string[] } }) => error.fields?.image?.[0] ?? String(error),
  );
}

const NO_IMAGE = 'The logo must be a JPG, PNG or GIF image.';

describe('hazard 70: a logo', () => {
  test.each(['png', 'jpeg', 'gif'] as const)('of format %s is drawn again as PNG', async (format) => {
    const { png, width, height } = await readLogo(await image(120, 60, format));
    expect([width, height]).toEqual([120, 60]);
    expect((await sharp(png).metadata()).format).toBe('png');
  });

  test('loses its metadata, and is at most 512 pixels wide or high', async () => {
    const large = await sharp(await image(2000, 500))
      .withExif({ IFD0: { Copyright: 'somebody', Artist: 'at home' } })
      .jpeg()
      .toBuffer();
    const { png, width, height } = await readLogo(large);
    expect([width, height]).toEqual([512, 128]);
    const { exif, xmp, icc } = await sharp(png).metadata();
    expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined]);
    expect(png.includes('somebody')).toBe(false);
  });

  test('has 50 × 50 pixels at least', async () => {
    expect(await refusal(await image(49, 50))).toBe('The logo must be at least 50 × 50 pixels.');
    expect(await refusal(await image(50, 49))).toBe('The logo must be at least 50 × 50 pixels.');
    expect(await refusal(await image(50, 50))).toBe('taken');
  });

  test('has 1 MB at most', async () => {
    expect(await refusal(Buffer.alloc(MAX_LOGO_BYTES + 1))).toBe('The logo must be at most 1 MB.');
  });

  test('is what its first bytes say: no SVG, WebP, PDF or text, whatever it is called', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><script>alert(1)</script></svg>';
    const webp = await sharp(await image(90, 90))
      .webp()
      .toBuffer();
    for (const bytes of [svg, `\ufeff${svg}`, '%PDF-1.7', '<html>', '', 'GIF']) {
      expect(await refusal(Buffer.from(bytes))).toBe(NO_IMAGE);
    }
    expect(await refusal(webp)).toBe(NO_IMAGE);
  });

  test('is nothing else beside an image', async () => {
    const gif = await image(60, 60, 'gif');
    for (const other of [
      '<script>alert(1)</script>',
      '<!DOCTYPE html>',
      '<?php system(1);',
      '%PDF-1.4',
      'PK\u0005\u0006',
    ]) {
      expect(await refusal(Buffer.concat([gif, Buffer.from(other, 'latin1')]))).toBe(NO_IMAGE);
    }
    const svgBehindPng = Buffer.concat([(await image(60, 60)).subarray(0, 8), Buffer.from('<svg xmlns="x"/>')]);
    expect(await refusal(svgBehindPng)).toBe(NO_IMAGE);
  });

  test('that is cut off or lies about itself is refused, not guessed', async () => {
    const png = await image(80, 80);
    expect(await refusal(png.subarray(0, png.length - 40))).toBe('The image could not be read.');
    expect(await refusal(Buffer.concat([png.subarray(0, 8), Buffer.alloc(200)]))).toBe('The image could not be read.');
  });

  test('of 10 000 × 10 000 pixels is refused by its head, and nothing is decoded', async () => {
    const bomb = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: 'white' } })
      .png({ compressionLevel: 9, palette: true, colours: 2 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(MAX_LOGO_BYTES);
    const before = process.memoryUsage().rss;
    const answers = await Promise.all(Array.from({ length: 8 }, () => refusal(bomb)));
    expect(new Set(answers)).toEqual(new Set(['The logo must be at most 4096 × 4096 pixels.']));
    // 8 × 300 MB would be decoded otherwise.
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  test('waits in line when many come at once, and the line has an end', async () => {
    const logo = await image(800, 800);
    const answers = await Promise.all(Array.from({ length: 30 }, () => refusal(logo)));
    expect(answers.filter((answer) => answer === 'taken').length).toBe(10);
    expect(answers.filter((answer) => answer.includes('unavailable')).length).toBe(20);
    expect(await refusal(logo)).toBe('taken');
  });
});
