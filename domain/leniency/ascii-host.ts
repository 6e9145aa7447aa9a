/** The host of an address of the web in ASCII (IDNA, RFC 5891), everything else untouched; other text as it is. */
export function withAsciiHost(text: string): string {
  if (isAscii(text) || text.length > MAX_TEXT) return text;
  const parts = /^(https?:\/\/)([^/?#]*)([/?#].*)?$/su.exec(text);
  if (parts === null) return text;
  const [, scheme = '', authority = '', rest = ''] = parts;
  // An address with a user or password is refused later, for that reason.
  if (isAscii(authority) || authority.includes('@')) return text;
  const { name, port } = splitPort(authority);
  const ascii = asciiName(name);
  return ascii === undefined ? text : `${scheme}${ascii}${port}${rest}`;
}

/** An email address with its domain in ASCII; undefined if it is none that mail can be sent to. */
export function asciiEmail(text: string): string | undefined {
  if (text.length > MAX_EMAIL) return undefined;
  const at = text.lastIndexOf('@');
  if (at < 1) return undefined;
  const domain = text.slice(at + 1);
  const ascii = isAscii(domain) ? domain : asciiName(domain);
  const address = `${text.slice(0, at)}@${ascii ?? ''}`;
  return address.length <= MAX_EMAIL && isAddress(address) ? address : undefined;
}

const MAX_TEXT = 2_000;
const MAX_EMAIL = 254;

/** Of what RFC 5321 allows, the part that mail servers take: a dotted local part, and a name with a dot. */
function isAddress(address: string): boolean {
  const [local = '', domain = '', ...more] = address.split('@');
  if (more.length > 0 || local.length > 64) return false;
  const labels = domain.split('.');
  return (
    local.split('.').every((part) => /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(part)) &&
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9-]{1,63}$/i.test(label) && !label.startsWith('-') && !label.endsWith('-'))
  );
}

function asciiName(name: string): string | undefined {
  const url = `https://${name}/`;
  if (!URL.canParse(url)) return undefined;
  const { hostname, pathname, username } = new URL(url);
  return pathname === '/' && username === '' ? hostname : undefined;
}

function splitPort(authority: string): { readonly name: string; readonly port: string } {
  const at = authority.lastIndexOf(':');
  if (at < 0 || !/^\d+$/.test(authority.slice(at + 1))) return { name: authority, port: '' };
  return { name: authority.slice(0, at), port: authority.slice(at) };
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
