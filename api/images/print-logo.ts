import { openLibrary } from './library.ts';

/** A picture for a document: JPEG, which a PDF holds as it is. Sizes in pixels. */
export interface PrintedLogo {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

const MOST_WIDTH = 480;
const MOST_HEIGHT = 160;

/**
 * A stored logo for print, on white: what is transparent cannot be in a JPEG, and the library of documents would read a
 * transparent PNG only after a document has ended.
 */
export async function printLogo(png: Buffer): Promise<PrintedLogo> {
  const sharp = await openLibrary();
  const { data, info } = await sharp(png, { failOn: 'error' })
    .timeout({ seconds: 5 })
    .flatten({ background: '#ffffff' })
    .resize(MOST_WIDTH, MOST_HEIGHT, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, width: info.width, height: info.height };
}
