export const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** Larger files are refused: 10 MiB hold any scan of a document. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** A picture with more pixels is refused: opening it would cost the reader's machine too much. */
const MAX_PIXELS = 60_000_000;

/**
 * The kind of a file by its first bytes, whatever its name and its sender say; undefined for kinds that are not
 * accepted (hazard 70).
 */
export function fileTypeOf(bytes: Uint8Array): FileType | undefined {
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d])) return 'application/pdf';
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return fits(jpegSize(bytes)) ? 'image/jpeg' : undefined;
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) {
    return fits(pngSize(bytes)) ? 'image/png' : undefined;
  }
  return undefined;
}

/**
 * Whether more bytes could tell that this is the head of a file that is taken: a camera may write much before the size
 * of a JPG.
 */
export function mayBecomeFile(head: Uint8Array): boolean {
  return startsWith(head, [0xff, 0xd8, 0xff]);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function fits(size: Size | undefined): boolean {
  return size !== undefined && size.width > 0 && size.height > 0 && size.width * size.height <= MAX_PIXELS;
}

function pngSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 24 || !startsWith(bytes.subarray(12), [0x49, 0x48, 0x44, 0x52])) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Walks the segments to the frame header, which names the size. */
function jpegSize(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    const length = view.getUint16(at + 2);
    if (length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}

function startsWith(bytes: Uint8Array, head: readonly number[]): boolean {
  return head.every((byte, index) => bytes[index] === byte);
}
