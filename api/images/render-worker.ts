import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type Canvas, createCanvas, GlobalFonts, loadImage } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { MAX_EDGE_PIXELS, MAX_PAGES, type RenderedDocument, type RenderInput } from './render-limits.ts';

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
// Of our own, so that the reader's name is drawn where a machine has no fonts.
GlobalFonts.registerFromPath(join(folder, 'standard_fonts', 'LiberationSans-Regular.ttf'), 'Watermark');

// A thread of its own: what a hostile file costs in time or memory ends with it.
parentPort?.postMessage(await render(workerData as RenderInput));

async function render({ bytes, contentType, watermark }: RenderInput): Promise<RenderedDocument> {
  if (contentType !== 'application/pdf') return { pages: [await picture(bytes, watermark)], total: 1 };
  const loading = getDocument({
    data: new Uint8Array(bytes),
    // Nothing is fetched, run or taken from this machine's fonts.
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    stopAtErrors: false,
    maxImageSize: 60_000_000,
    standardFontDataUrl: `${join(folder, 'standard_fonts')}/`,
    cMapUrl: `${join(folder, 'cmaps')}/`,
    wasmUrl: `${join(folder, 'wasm')}/`,
    verbosity: 0,
  });
  const document = await loading.promise;
  const pages: string[] = [];
  for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES); number += 1) {
    const page = await document.getPage(number);
    const whole = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: scaleFor(whole.width, whole.height) });
    const canvas = createCanvas(Math.max(1, Math.floor(viewport.width)), Math.max(1, Math.floor(viewport.height)));
    // biome-ignore lint/suspicious/noExplicitAny: the library names the browser's canvas
    await page.render({ canvas: canvas as any, viewport }).promise;
    pages.push(await finish(canvas, watermark));
    page.cleanup();
  }
  return { pages, total: document.numPages };
}

async function picture(bytes: Uint8Array, watermark: string): Promise<string> {
  const image = await loadImage(Buffer.from(bytes));
  const scale = Math.min(1, scaleFor(image.width, image.height));
  const canvas = createCanvas(
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  );
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return finish(canvas, watermark);
}

function scaleFor(width: number, height: number): number {
  return Math.min(2, MAX_EDGE_PIXELS / Math.max(width, height, 1));
}

/** Says across the page who reads it, so that a copy names its source. */
async function finish(canvas: Canvas, watermark: string): Promise<string> {
  const pen = canvas.getContext('2d');
  const size = Math.max(12, Math.round(canvas.width / 40));
  pen.font = `${size}px Watermark`;
  pen.fillStyle = 'rgba(180, 0, 0, 0.28)';
  pen.rotate(-Math.PI / 8);
  const step = size * 7;
  for (let y = 0; y < canvas.height * 1.6; y += step) {
    for (let x = -canvas.height; x < canvas.width; x += Math.max(size * 26, 200)) pen.fillText(watermark, x, y);
  }
  return (await canvas.encode('jpeg', 80)).toString('base64');
}
