/** The host and the end: enough to know a link by, on one line. */
export function linkText(url: string): string {
  return `${new URL(url).host}/…${url.slice(-6)}`;
}
