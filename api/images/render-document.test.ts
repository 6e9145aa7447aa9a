import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { pdf } from '../../db/compliance/pdf.fixture.ts';
import { renderDocument } from './render-document.ts';
import { MAX_EDGE_PIXELS, MAX_PAGES } from './render-limits.ts';

const watermark = 'Ada Lovelace · 2026-11-22';

describe('documents of merchants', () => {
  test('are drawn page by page, with who reads them across each', async () => {
    const drawn = await renderDocument({ read: async () => pdf(3), contentType: 'application/pdf', watermark });
    expect(drawn).toMatchObject({ total: 3 });
    expect(drawn?.pages).toHaveLength(3);
    const other = await renderDocument({
      read: async () => pdf(1),
      contentType: 'application/pdf',
      watermark: 'Somebody else',
    });
    expect(other?.pages[0]).not.toBe(drawn?.pages[0]);
    expect(await redOf(drawn?.pages[0])).toBeGreaterThan(100);
  });

  test('of many pages are drawn up to a bound that is said', async () => {
    const drawn = await renderDocument({
      read: async () => pdf(MAX_PAGES + 5),
      contentType: 'application/pdf',
      watermark,
    });
    expect(drawn).toMatchObject({ total: MAX_PAGES + 5 });
    expect(drawn?.pages).toHaveLength(MAX_PAGES);
  });

  test('that are pictures are drawn no larger than the bound', async () => {
    const bytes = createCanvas(4_000, 1_000).toBuffer('image/png');
    const drawn = await renderDocument({ read: async () => bytes, contentType: 'image/png', watermark });
    const shown = await loadImage(Buffer.from(drawn?.pages[0] ?? '', 'base64'));
    expect([shown.width, shown.height]).toEqual([MAX_EDGE_PIXELS, MAX_EDGE_PIXELS / 4]);
  });

  test('that are broken are said to be so, and harm nobody', async () => {
    const broken = Buffer.from('%PDF-1.7\nnot really');
    expect(await renderDocument({ read: async () => broken, contentType: 'application/pdf', watermark })).toBeNull();
    expect(await renderDocument({ read: async () => broken, contentType: 'image/png', watermark })).toBeNull();
  });
});

async function redOf(page: string | undefined): Promise<number> {
  const image = await loadImage(Buffer.from(page ?? '', 'base64'));
  const canvas = createCanvas(image.width, image.height);
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  let red = 0;
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at] ?? 0) > 150 && (data[at + 1] ?? 255) < (data[at] ?? 0) - 20) red += 1;
  }
  return red;
}
