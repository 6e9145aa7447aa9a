/** Pages of a document that are drawn; more are said to be there and not shown. */
export const MAX_PAGES = 25;
/** The longer edge of a drawn page. */
export const MAX_EDGE_PIXELS = 1_600;
export const RENDER_TIMEOUT_MS = 20_000;
export const RENDER_MEMORY_MB = 384;

export interface RenderInput {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** The name of the reader, and the time. */
  readonly watermark: string;
}

export interface RenderedDocument {
  /** JPEG files in Base64, in the order of the document. */
  readonly pages: readonly string[];
  readonly total: number;
}
