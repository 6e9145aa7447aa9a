/** A line of a CSV file that says something. */
export interface CsvRecord {
  readonly cells: readonly string[];
  /** Where the record ends in the file, counted from 1. */
  readonly line: number;
}

export class CsvError extends Error {
  readonly kind: 'too_long' | 'quotes';
  readonly line: number;

  constructor(kind: CsvError['kind'], line: number) {
    super(kind);
    this.kind = kind;
    this.line = line;
  }
}

/**
 * Reads CSV piece by piece (RFC 4180; lines end with CR LF, LF or CR; a byte order mark and lines without any text are
 * left out). Its time is proportional to the length of the text whatever the text is, and it never holds more than one
 * record.
 */
export class CsvReader {
  readonly #separator: string;
  readonly #maxRecordCharacters: number;
  #cells: string[] = [];
  #cell = '';
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  #length = 0;
  #line = 1;
  #afterCarriageReturn = false;

  constructor({ separator, maxRecordCharacters }: { separator: string; maxRecordCharacters: number }) {
    this.#separator = separator;
    this.#maxRecordCharacters = maxRecordCharacters;
  }

  /** @throws CsvError */
  *read(piece: string): Generator<CsvRecord> {
    for (const character of piece) {
      const endsPair = this.#afterCarriageReturn && character === '\n';
      this.#afterCarriageReturn = character === '\r';
      // The second half of CR LF; within quotes both belong to the cell.
      if (endsPair && this.#state !== 'quoted') continue;
      const isEnd = character === '\n' || character === '\r';
      if (isEnd && this.#state !== 'quoted') {
        const record = this.#takeRecord();
        if (record !== null) yield record;
        this.#line += 1;
        continue;
      }
      if (isEnd && !endsPair) this.#line += 1;
      this.#length += 1;
      if (this.#length > this.#maxRecordCharacters) throw new CsvError('too_long', this.#line);
      this.#take(character);
    }
  }

  /** The last record, when the file does not end with a line end. @throws CsvError */
  *end(): Generator<CsvRecord> {
    if (this.#state === 'quoted') throw new CsvError('quotes', this.#line);
    const record = this.#takeRecord();
    if (record !== null) yield record;
  }

  #take(character: string): void {
    if (this.#state === 'quoted') {
      if (character === '"') this.#state = 'closed';
      else this.#cell += character;
    } else if (character === this.#separator) {
      this.#cells.push(this.#cell);
      this.#cell = '';
      this.#state = 'start';
    } else if (character === '"') {
      // A doubled quote within quotes is one; anywhere but at the begin of a cell it is an error.
      if (this.#state === 'plain') throw new CsvError('quotes', this.#line);
      if (this.#state === 'closed') this.#cell += '"';
      this.#state = 'quoted';
    } else {
      if (this.#state === 'closed') throw new CsvError('quotes', this.#line);
      this.#cell += character;
      if (character !== '\uFEFF' || this.#line > 1 || this.#length > 1) this.#state = 'plain';
      else this.#cell = '';
    }
  }

  #takeRecord(): CsvRecord | null {
    const isBlank = this.#cells.every((cell) => cell.trim() === '') && this.#cell.trim() === '';
    const record = isBlank ? null : { cells: [...this.#cells, this.#cell], line: this.#line };
    this.#cells = [];
    this.#cell = '';
    this.#state = 'start';
    this.#length = 0;
    return record;
  }
}
