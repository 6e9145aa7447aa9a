/** An archive of an SDK, as a package manager installs it. */
export interface SdkArchive {
  /** Its name for the package manager, e.g. `@tidegate/node`. */
  readonly name: string;
  readonly about: string;
  readonly version: string;
  /** Its file, and the last part of its address. */
  readonly file: string;
  readonly size: number;
  /** Of the file, in hex. */
  readonly sha256: string;
  /** For Composer, which reads it before it fetches the archive: the package's composer.json, the file's SHA-1. */
  readonly composer?: { readonly manifest: Readonly<Record<string, unknown>>; readonly sha1: string };
}

/** The list of archives that lies beside them. */
export interface SdkArchiveIndex {
  readonly archives: readonly SdkArchive[];
}

/** Where the gateway serves the archives of its release. */
export const SDK_PATH = '/sdk';
