import type Sharp from 'sharp';

let library: Promise<typeof Sharp> | undefined;

/** Loaded with the first logo: most processes never see one, and it takes 10 MB. */
export function openLibrary(): Promise<typeof Sharp> {
  library ??= load();
  return library;
}

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // Only what is named here is ever decoded: no SVG, PDF or any other of the library's many readers (hazard 70).
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadNsgif'] });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
