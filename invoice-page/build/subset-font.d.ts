declare module 'subset-font' {
  interface Options {
    readonly targetFormat?: 'woff2' | 'woff' | 'truetype' | 'sfnt';
    readonly variationAxes?: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
    readonly keepFeatures?: readonly string[];
    readonly noHinting?: boolean;
  }
  /** Cuts a font to the glyphs of `text`, keeping the named OpenType features. */
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}
