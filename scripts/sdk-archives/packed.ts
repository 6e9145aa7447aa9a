/** An archive that is about to be written. */
export interface PackedArchive {
  readonly name: string;
  readonly version: string;
  readonly about: string;
  readonly file: string;
  readonly bytes: Buffer;
  /** Its composer.json, if Composer installs it. */
  readonly manifest?: Readonly<Record<string, unknown>>;
}
