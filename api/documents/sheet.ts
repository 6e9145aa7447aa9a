import PDFDocument from 'pdfkit';
import type { Language } from '../../domain/languages.ts';
import { withoutUrls } from '../../domain/text/plain-text.ts';
import { documentFont, type FontName, printable } from './fonts.ts';
import { wrapped } from './wrap.ts';

/** The metadata of a document. Of our words only: the library writes them into XML as they are. */
export interface SheetAbout {
  readonly title: string;
  readonly language: Language;
  /** For the metadata. */
  readonly createdAt: Date;
  /** At the bottom of each page, e.g. `Page 1`. */
  readonly footer: (page: number) => string;
}

export interface Column {
  readonly label: string;
  readonly width: number;
  readonly align?: 'right';
}

/** A JPEG, with its size in pixels. */
export interface Picture {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface PictureRoom {
  readonly alt: string;
  readonly mostWidth: number;
  readonly mostHeight: number;
}

export interface TextStyle {
  readonly font?: FontName;
  readonly size?: number;
  readonly color?: string;
}

export const PAGE = { width: 595.28, height: 841.89, margin: 42 } as const;
/** Between the margins. */
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin;

/**
 * A tagged PDF/UA document, written from top to bottom. Complete parts can be taken out with {@link take} at any time,
 * so that a long document is never in memory as a whole.
 */
export class Sheet {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #about: SheetAbout;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #glyphs = { regular: new Map<string, Glyph>(), bold: new Map<string, Glyph>() };
  #pages = 0;
  #y = 0;

  constructor(about: SheetAbout) {
    this.#about = about;
    this.#pdf = new PDFDocument({
      size: 'A4',
      margin: PAGE.margin,
      autoFirstPage: false,
      pdfVersion: '1.7',
      subset: PDF_UA,
      tagged: true,
      lang: about.language,
      displayTitle: true,
      // A cache of all amounts of a long document would be most of it.
      fontLayoutCache: false,
      info: { Title: about.title, Producer: 'Tidegate', Creator: 'Tidegate', CreationDate: about.createdAt },
    });
    this.#pdf.registerFont('regular', documentFont('regular') as unknown as Buffer);
    this.#pdf.registerFont('bold', documentFont('bold') as unknown as Buffer);
    this.#root = this.#pdf.struct('Document');
    this.#pdf.addStructure(this.#root);
    this.newPage();
  }

  /** How far down the page the next line begins. */
  get y(): number {
    return this.#y;
  }

  /** Moves down. */
  skip(points: number): void {
    this.#y += points;
  }

  /** Begins a new page unless there is room for so much on this one. @returns whether it did */
  keep(points: number): boolean {
    if (this.#y + points <= PAGE.height - PAGE.margin - FOOTER) return false;
    this.newPage();
    return true;
  }

  /** A line or more of text over the whole width, or beside something that takes `indent`. */
  text(type: 'H1' | 'H2' | 'P', text: string, style: TextStyle & { readonly indent?: number } = {}): void {
    const { font = type === 'P' ? 'regular' : 'bold', size = SIZES[type], color = INK, indent = 0 } = style;
    const words = shownText(text);
    const width = CONTENT_WIDTH - indent;
    const pdf = this.#pdf.font(font).fontSize(size);
    this.keep(pdf.heightOfString(words, { width }));
    this.#inside(this.#root, type, () => pdf.fillColor(color).text(words, PAGE.margin + indent, this.#y, { width }));
    this.#y = pdf.y + 2;
  }

  /** A link with its own text. */
  link(text: string, url: string, indent: number): void {
    const width = CONTENT_WIDTH - indent;
    const pdf = this.#pdf.font('regular').fontSize(9).fillColor(BLUE);
    const paragraph = pdf.struct('P');
    this.#root.add(paragraph);
    paragraph.add(
      this.#struct('Link', {}, () => pdf.text(printable(text), PAGE.margin + indent, this.#y, { width, link: url })),
    );
    paragraph.end();
    this.#y = pdf.y + 2;
  }

  /** A table that is begun here, and again on each page that it goes on to. */
  table(columns: readonly Column[], style: { readonly size?: number } = {}): Table {
    return new Table(this, columns, style.size ?? 9);
  }

  /** Dark modules as squares; `alt` says what they are. `size` is that of the whole picture in points. */
  qrCode(modules: string, { alt, size }: { readonly alt: string; readonly size: number }): void {
    this.keep(size);
    const [side = '0', bits = ''] = modules.split('.');
    const count = Number(side);
    const bytes = Buffer.from(bits, 'base64');
    const [left, top, module] = [PAGE.margin, this.#y, size / count];
    const draw = () => {
      this.#pdf.fillColor('#000000');
      for (let at = 0; at < count ** 2; at += 1) {
        const isDark = ((bytes[at >> 3] ?? 0) & (0x80 >> (at & 7))) !== 0;
        if (isDark) this.#pdf.rect(left + (at % count) * module, top + Math.floor(at / count) * module, module, module);
      }
      this.#pdf.fill();
    };
    this.#root.add(this.#struct('Figure', { alt, bbox: [left, top, left + size, top + size] }, draw));
  }

  /** A picture at its own proportions, as large as there is room in points, and no larger than it is at 96 dpi. */
  picture({ jpeg, ...pixels }: Picture, { alt, mostWidth, mostHeight }: PictureRoom): void {
    const scale = Math.min(POINTS_PER_PIXEL, mostWidth / pixels.width, mostHeight / pixels.height);
    const [width, height] = [pixels.width * scale, pixels.height * scale];
    this.keep(height);
    const [left, top] = [PAGE.margin, this.#y];
    const draw = () => void this.#pdf.image(jpeg, left, top, { width, height });
    const bbox = [left, top, left + width, top + height];
    this.#root.add(this.#struct('Figure', { alt: printable(alt), bbox }, draw));
    this.#y += height + 10;
  }

  /** A thin line over the whole width. */
  rule(): void {
    const pdf = this.#pdf;
    pdf.markContent('Artifact', { type: 'Layout' });
    const y = this.#y + 3;
    pdf
      .lineWidth(0.5)
      .strokeColor(FAINT)
      .moveTo(PAGE.margin, y)
      .lineTo(PAGE.width - PAGE.margin, y)
      .stroke();
    pdf.endMarkedContent();
    this.#y += 7;
  }

  /** The bytes that are complete; null where there are none. */
  take(): Buffer | null {
    return this.#pdf.read() as Buffer | null;
  }

  /** Completes the document; {@link take} then gives the rest. */
  end(): void {
    this.#root.end();
    this.#pdf.end();
  }

  newPage(): void {
    this.#pdf.addPage();
    this.#pages += 1;
    this.#pdf.markContent('Artifact', { type: 'Pagination' });
    this.#put(printable(this.#about.footer(this.#pages)), PAGE.margin, {
      y: PAGE.height - PAGE.margin - 8,
      width: CONTENT_WIDTH,
      align: 'right',
      size: 8,
      color: MUTED,
    });
    this.#pdf.endMarkedContent();
    this.#y = PAGE.margin;
  }

  /** @internal For {@link Table}. */
  beginTable(): PDFKit.PDFStructureElement {
    const table = this.#pdf.struct('Table');
    this.#root.add(table);
    return table;
  }

  /**
   * @internal The lines of the cells of a row. Words that are a little too wide shrink, longer ones go on in further
   * lines; amounts on the right only shrink.
   */
  linesOf(columns: readonly Column[], cells: readonly string[], style: TextStyle): Lines {
    const { font = 'regular', size = 9 } = style;
    return columns.map(({ width, align }, index) => {
      const text = shownText(cells[index] ?? '');
      const room = width - GAP;
      const widthOf = (part: string) => (this.#advanceOf(part, font) * size) / 1_000;
      if (align === 'right' || widthOf(text) * LEAST_SCALE <= room) return [text];
      return wrapped(text, room, widthOf);
    });
  }

  /** @internal One row at the present height: cells one after the other. */
  row(table: PDFKit.PDFStructureElement, columns: readonly Column[], cells: Lines, style: RowStyle): void {
    const row = this.#pdf.struct('TR');
    table.add(row);
    let x: number = PAGE.margin;
    for (const [index, { width, align }] of columns.entries()) {
      const isHead = style.head === 'row' || (style.head === 'first' && index === 0);
      const type = isHead ? 'TH' : 'TD';
      const content = this.#pdf.markStructureContent(type);
      const cell = { width: width - GAP, align: align ?? 'left', ...style } as const;
      for (const [at, line] of (cells[index] ?? []).entries()) {
        this.#put(line, x, {
          ...cell,
          y: this.#y + at * style.height,
          ...(isHead && style.head === 'first' ? { color: MUTED } : {}),
        });
      }
      this.#pdf.endMarkedContent();
      row.add(this.#struct(type, isHead ? { scope: style.head === 'row' ? 'Column' : 'Row' } : {}, content));
      x += width;
    }
    row.end();
    this.#y += style.height * countLines(cells);
  }

  #inside(parent: PDFKit.PDFStructureElement, type: 'H1' | 'H2' | 'P', draw: () => void): void {
    parent.add(this.#struct(type, {}, draw));
  }

  /** The types of the library lack some options of its documentation. */
  #struct(type: string, options: StructOptions, child: PDFKit.PDFStructureElementChild): PDFKit.PDFStructureElement {
    return this.#pdf.struct(type, options, [child]);
  }

  /**
   * One line of text, letter by letter. The library's own `text()` shapes and measures each string again, which takes
   * most of the time of a long table; a table of amounts needs neither kerning nor ligatures.
   */
  #put(text: string, x: number, { y, width, align = 'left', font = 'regular', size = 9, color = INK }: PutStyle): void {
    if (text === '') return;
    const fitting = this.#fit(text, font, { width, size });
    const left = align === 'right' ? x + width - fitting.width : x;
    const page = this.#pdf.page as unknown as { readonly fonts: Record<string, unknown> };
    const embedded = this.#embedded(font);
    page.fonts[embedded.id] ??= embedded.ref();
    const baseline = PAGE.height - y - fitting.size;
    this.#pdf.addContent(
      `q 1 0 0 -1 0 ${PAGE.height} cm BT ${fillOf(color)} 1 0 0 1 ${left.toFixed(2)} ${baseline.toFixed(2)} Tm ` +
        `/${embedded.id} ${fitting.size.toFixed(2)} Tf <${fitting.hex}> Tj ET Q`,
    );
  }

  /** Shrinks a text that is a little too wide, and cuts one that is much too wide. */
  #fit(text: string, font: FontName, { width, size }: { readonly width: number; readonly size: number }) {
    const hex = [...text].map((char) => this.#glyph(font, char).hex).join('');
    const total = this.#advanceOf(text, font);
    const shrunk = Math.max(size * 0.68, Math.min(size, (width * 1_000) / total));
    const isCut = (total * shrunk) / 1_000 > width + 0.01;
    return isCut
      ? this.#cut(text, font, { width, size: shrunk })
      : { hex, width: (total * shrunk) / 1_000, size: shrunk };
  }

  #advanceOf(text: string, font: FontName): number {
    let total = 0;
    for (const char of text) total += this.#glyph(font, char).advance;
    return total;
  }

  #cut(text: string, font: FontName, { width, size }: { readonly width: number; readonly size: number }) {
    const dots = this.#glyph(font, '…');
    let [hex, total] = ['', dots.advance];
    for (const char of text) {
      const glyph = this.#glyph(font, char);
      if (((total + glyph.advance) * size) / 1_000 > width) break;
      hex += glyph.hex;
      total += glyph.advance;
    }
    return { hex: hex + dots.hex, width: (total * size) / 1_000, size };
  }

  #glyph(font: FontName, char: string): Glyph {
    const known = this.#glyphs[font].get(char);
    if (known !== undefined) return known;
    // Digits of one width, so that columns of amounts line up.
    const [codes, positions] = this.#embedded(font).encode(char, ['tnum']);
    const glyph = { hex: codes.join(''), advance: positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) };
    this.#glyphs[font].set(char, glyph);
    return glyph;
  }

  /** The library's embedded font: which glyph of it a letter is, and how wide. */
  #embedded(font: FontName): EmbeddedFont {
    return (this.#pdf.font(font) as unknown as { readonly _font: EmbeddedFont })._font;
  }
}

/** Text that a person entered must not become a link in a viewer (hazard 71). */
function shownText(text: string): string {
  return withoutUrls(printable(text));
}

/** Rows below a head, which is repeated on every page. */
export class Table {
  readonly #sheet: Sheet;
  readonly #columns: readonly Column[];
  readonly #size: number;
  #open: PDFKit.PDFStructureElement | undefined;

  constructor(sheet: Sheet, columns: readonly Column[], size: number) {
    this.#sheet = sheet;
    this.#columns = columns;
    this.#size = size;
  }

  /** @returns whether a page was completed by it */
  row(cells: readonly string[], style: TextStyle = {}): boolean {
    const height = this.#size * 1.55;
    const lines = this.#sheet.linesOf(this.#columns, cells, { size: this.#size, ...style });
    const isNew = this.#sheet.keep(height * (countLines(lines) + (this.#open === undefined ? 2 : 0)));
    if (isNew || this.#open === undefined) this.#begin(height);
    if (this.#open !== undefined) {
      this.#sheet.row(this.#open, this.#columns, lines, { size: this.#size, ...style, height, head: this.#headOf() });
    }
    return isNew;
  }

  end(): void {
    this.#open?.end();
    this.#open = undefined;
    this.#sheet.skip(6);
  }

  #headOf(): RowStyle['head'] {
    return this.#columns.some(({ label }) => label !== '') ? 'none' : 'first';
  }

  #begin(height: number): void {
    this.#open?.end();
    this.#open = this.#sheet.beginTable();
    if (this.#headOf() === 'first') return;
    const labels = this.#columns.map(({ label }) => [label]);
    this.#sheet.row(this.#open, this.#columns, labels, {
      font: 'bold',
      size: this.#size,
      color: MUTED,
      height,
      head: 'row',
    });
    this.#sheet.rule();
  }
}

export const INK = '#0b1220';
export const MUTED = '#525c6e';
export const WARNING = '#945200';
const FAINT = '#c4ccd8';
const BLUE = '#2447e0';
const SIZES = { H1: 20, H2: 12, P: 9.5 } as const;
const GAP = 6;
/** To which words shrink before they break. */
const LEAST_SCALE = 0.88;
const POINTS_PER_PIXEL = 72 / 96;
const FOOTER = 16;

/** PDF/UA-1; the library's types do not know it yet. */
const PDF_UA = 'PDF/UA' as unknown as 'PDF/A-1';

/** The lines of each cell of a row. */
type Lines = readonly (readonly string[])[];

function countLines(cells: Lines): number {
  return Math.max(1, ...cells.map((lines) => lines.length));
}

interface StructOptions {
  readonly alt?: string;
  readonly bbox?: readonly number[];
  readonly scope?: 'Column' | 'Row';
}

interface Glyph {
  readonly hex: string;
  /** In thousandths of the size. */
  readonly advance: number;
}

interface EmbeddedFont {
  readonly id: string;
  ref(): unknown;
  encode(text: string, features: readonly string[]): [string[], { readonly advanceWidth: number }[]];
}

interface RowStyle extends TextStyle {
  readonly height: number;
  /** Whether all cells are heads of columns, or the first one is the head of its row. */
  readonly head: 'row' | 'first' | 'none';
}

interface PutStyle extends TextStyle {
  readonly y: number;
  readonly width: number;
  readonly align?: 'left' | 'right';
}

/** The operator that fills with a color. */
function fillOf(color: string): string {
  const known = fills.get(color);
  if (known !== undefined) return known;
  const part = (at: number) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3);
  const fill = `${part(1)} ${part(3)} ${part(5)} rg`;
  fills.set(color, fill);
  return fill;
}

const fills = new Map<string, string>();
