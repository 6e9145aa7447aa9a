import { writeFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';

/** A picture of a screen, and its caption on the sheet. */
export interface Picture {
  readonly name: string;
  readonly png: Buffer;
}

/**
 * Puts pictures of one screen beside each other, so that a person can look at all its looks at once.
 *
 * @param scale how large the pictures are on the sheet, 1 as they are
 */
export async function writeContactSheet(
  browser: Browser,
  file: string,
  pictures: readonly Picture[],
  scale = 1,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  const figures = pictures.map(
    ({ name, png }) =>
      `<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${png.toString('base64')}"></figure>`,
  );
  const style = `body{margin:0;padding:12px;display:inline-flex;gap:12px;align-items:flex-start;background:#888;font:12px sans-serif;zoom:${scale}}
    figure{margin:0}figcaption{padding:2px 0}img{display:block}`;
  await page.setContent(`<!doctype html><style>${style}</style>${figures.join('')}`);
  const { width, height } = await page.evaluate(async () => {
    await Promise.all([...document.images].map((image) => image.decode()));
    return { width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight };
  });
  await page.setViewportSize({ width, height });
  await writeFile(file, await page.screenshot());
  await page.close();
}
