/** A business transaction format of EBICS 3.0: what the bank calls a kind of file that is uploaded or downloaded. */
export interface EbicsService {
  readonly name: string;
  readonly scope: string | null;
  readonly option: string | null;
  /** Files come packed. */
  readonly container: 'ZIP' | null;
  readonly message: string;
  readonly messageVersion: string | null;
}

const FORMAT = /^([A-Z0-9]{3}):([A-Z0-9]{2,3})?:([A-Z0-9]{3,10})?:(ZIP)?:([a-z0-9.]{1,10})(?:@(\d{2}))?$/;

/**
 * Reads what the bank's table says, as `service:scope:option:container:message`, where parts may be empty and the
 * message may have a version: `EOP:DE::ZIP:camt.053`, `SCT:DE:::pain.001@09`. Null if it is none.
 */
export function parseEbicsService(text: string): EbicsService | null {
  const parts = FORMAT.exec(text);
  if (parts === null) return null;
  const [, name = '', scope = null, option = null, container, message = '', messageVersion = null] = parts;
  return { name, scope, option, container: container === undefined ? null : 'ZIP', message, messageVersion };
}

/** {@link parseEbicsService} backwards. */
export function ebicsServiceName({ name, scope, option, container, message, messageVersion }: EbicsService): string {
  const version = messageVersion === null ? '' : `@${messageVersion}`;
  return `${name}:${scope ?? ''}:${option ?? ''}:${container ?? ''}:${message}${version}`;
}
