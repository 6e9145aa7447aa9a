import { describe, expect, it } from 'vitest';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { qrModules } from '../../../domain/web/qr-code.ts';
import { readQr } from '../../fixtures/read-qr.fixture.ts';
import { viewNames, views } from '../../fixtures/views.fixture.ts';
import { drawQr, type QrDrawing } from './qr.ts';

describe('a QR code', () => {
  const payloads = viewNames.flatMap((name) => {
    const { qr }: CustomerInvoice = views[name];
    return qr === null ? [] : [qr.payload, qr.address_only];
  });

  it.each([...new Set(payloads)])('reads back as %s', (payload) => {
    const drawing = drawQr(qrModules(payload), 232);
    expect(read(drawing)).toBe(payload);
    expect(drawing.side * drawing.module).toBeLessThanOrEqual(232);
  });

  it('takes whole pixels, the most that fit', () => {
    expect(drawQr(qrModules('x'), 400).module).toBe(6);
    expect(drawQr(qrModules('bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.00140597'), 190).module).toBe(
      4,
    );
  });
});

/** Paints the drawing's runs as a browser would and lets a decoder read it. */
function read({ side, module, path }: QrDrawing): string | undefined {
  const size = side * module;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let row = Number(y) * module; row < (Number(y) + 1) * module; row += 1) {
      for (let column = Number(x) * module; column < (Number(x) + Number(width)) * module; column += 1) {
        pixels.fill(0, (row * size + column) * 4, (row * size + column) * 4 + 3);
      }
    }
  }
  return readQr(pixels, size, size);
}
