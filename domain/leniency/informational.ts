/**
 * Whether a field that the contract does not name may be dropped: every word of its name only informs. A single word
 * that could carry money or meaning keeps the refusal, so `plugin_version` is dropped and `plugin_fee` is not.
 */
export function isInformational(name: string, alsoHere: ReadonlySet<string> = new Set()): boolean {
  if (alsoHere.has(name.toLowerCase())) return true;
  const words = wordsOf(name);
  if (PHRASES.has(words.join(' '))) return true;
  return words.length > 0 && words.some((word) => SUBJECTS.has(word)) && words.every((word) => isHarmless(word));
}

function isHarmless(word: string): boolean {
  return SUBJECTS.has(word) || COMPANIONS.has(word);
}

/** `orderSource`, `order-source` and `order_source` are the same two words. */
function wordsOf(name: string): string[] {
  return name
    .slice(0, MAX_NAME)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

const MAX_NAME = 100;

/** Subjects of fields by which plugins describe the sender: software, contact, place and look. */
const SUBJECTS: ReadonlySet<string> = new Set([
  'locale',
  'language',
  'lang',
  'timezone',
  'country',
  'region',
  'province',
  'city',
  'zip',
  'postcode',
  'street',
  'plugin',
  'platform',
  'software',
  'module',
  'extension',
  'integration',
  'version',
  'sdk',
  'app',
  'cms',
  'phone',
  'telephone',
  'mobile',
  'fax',
  'company',
  'firstname',
  'lastname',
  'agent',
  'browser',
  'ip',
  'referrer',
  'source',
  'channel',
  'device',
  'session',
  'theme',
  'logo',
  'image',
  'thumbnail',
  'icon',
  'color',
  'title',
  'subtitle',
  'comment',
  'comments',
  'note',
  'notes',
  'message',
  'tags',
  'created',
  'updated',
  'timestamp',
  'date',
]);

/** Harmless beside one of these, and nothing alone. */
const COMPANIONS: ReadonlySet<string> = new Set([
  'customer',
  'buyer',
  'payer',
  'shop',
  'store',
  'site',
  'user',
  'client',
  'order',
  'api',
  'php',
  'wp',
  'billing',
  'shipping',
  'delivery',
  'name',
  'number',
  'code',
  'url',
  'line',
  '1',
  '2',
  'at',
  'on',
  'time',
  'id',
]);

/** An address alone could be one that money goes to, and `shipping` alone a price. */
const PHRASES: ReadonlySet<string> = new Set([
  'billing address',
  'shipping address',
  'delivery address',
  'ip address',
  'address line 1',
  'address line 2',
  'first name',
  'last name',
  'shop name',
  'store name',
  'site name',
  'shop url',
  'store url',
  'site url',
]);
