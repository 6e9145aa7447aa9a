import pLimit from 'p-limit';
import type { LogoImage } from '../../db/shops/logos.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { openLibrary } from './library.ts';

/** Spec §5, in bytes. */
export const MAX_LOGO_BYTES = 1024 * 1024;

const MIN_SIDE = 50;
const MAX_SIDE = 4096;
const STORED_SIDE = 512;
/** How many are decoded at once, in threads of their own; each takes some 100 MB at worst. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 8;
const decoding = pLimit(MAX_AT_ONCE);

/**
 * Reads an uploaded logo (hazard 70): JPG, PNG or GIF by its first bytes, whatever it calls itself; at least 50 × 50;
 * its size is read from the head and refused before a pixel is decoded. The stored image is drawn again, without
 * metadata, the first frame of a moving one, at most 512 × 512.
 * @throws DomainError 422 on `image` that says what is wrong; `service_unavailable` when too many are under way
 */
export async function readLogo(bytes: Buffer): Promise<LogoImage> {
  if (bytes.length > MAX_LOGO_BYTES) throw refused('The logo must be at most 1 MB.');
  const format = formatOf(bytes);
  if (format === undefined || isPolyglot(bytes)) throw refused('The logo must be a JPG, PNG or GIF image.');
  if (decoding.pendingCount >= MAX_WAITING) throw new DomainError('service_unavailable');
  return decoding(() => redraw(bytes, format));
}

async function redraw(bytes: Buffer, format: Format): Promise<LogoImage> {
  const sharp = await openLibrary();
  const limits = { limitInputPixels: MAX_SIDE * MAX_SIDE, failOn: 'error', pages: 1 } as const;
  const head = await sharp(bytes, limits).metadata().catch(notReadable);
  if (head.format !== format) throw refused('The logo must be a JPG, PNG or GIF image.');
  if (head.width < MIN_SIDE || head.height < MIN_SIDE) throw refused('The logo must be at least 50 × 50 pixels.');
  if (head.width > MAX_SIDE || head.height > MAX_SIDE) {
    throw refused(`The logo must be at most ${MAX_SIDE} × ${MAX_SIDE} pixels.`);
  }
  const { data, info } = await sharp(bytes, limits)
    .timeout({ seconds: 5 })
    .autoOrient()
    .resize(STORED_SIDE, STORED_SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
    .catch(notReadable);
  return { png: data, width: info.width, height: info.height };
}

type Format = 'png' | 'jpeg' | 'gif';

function formatOf(bytes: Buffer): Format | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  return /^GIF8[79]a$/.test(bytes.subarray(0, 6).toString('latin1')) ? 'gif' : undefined;
}

/**
 * An image that is a page, a script or an archive too. Drawing it again would disarm it; nobody sends one by mistake.
 */
function isPolyglot(bytes: Buffer): boolean {
  const text = bytes.toString('latin1').toLowerCase();
  return ['<script', '<html', '<!doctype', '<svg ', '<?php', '%pdf-', 'pk\u0005\u0006'].some((mark) =>
    text.includes(mark),
  );
}

function notReadable(cause: unknown): never {
  const isBomb = cause instanceof Error && /pixel limit/i.test(cause.message);
  throw refused(isBomb ? `The logo must be at most ${MAX_SIDE} × ${MAX_SIDE} pixels.` : 'The image could not be read.');
}

function refused(message: string): DomainError {
  return fieldError('image', message);
}
