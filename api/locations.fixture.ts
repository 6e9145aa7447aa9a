import { writeFileSync } from 'node:fs';

/** Values as the format writes them: https://maxmind.github.io/MaxMind-DB/ (texts, counts and maps are enough). */
type Value = string | number | { readonly [key: string]: Value };

/**
 * Writes a file in MaxMind's format for IPv4.
 *
 * @param networks data by network, e.g. `198.51.100.0/24`; none contains another
 */
export function writeLocations(file: string, networks: Readonly<Record<string, Value>>): void {
  const data: Buffer[] = [];
  const nodes: [number | string, number | string][] = [['', '']];
  for (const [network, value] of Object.entries(networks)) {
    const [address = '', length = '32'] = network.split('/');
    const bits = address.split('.').flatMap((byte) => [...Number(byte).toString(2).padStart(8, '0')].map(Number));
    const offset = Buffer.concat(data).length;
    data.push(encoded(value));
    insert(nodes, bits.slice(0, Number(length)), `data ${offset}`);
  }
  const end = nodes.length;
  const record = (at: number | string) => {
    const number = at === '' ? end : typeof at === 'string' ? end + SEPARATOR + Number(at.slice('data '.length)) : at;
    return Buffer.from([number >> 16, (number >> 8) & 0xff, number & 0xff]);
  };
  const tree = Buffer.concat(nodes.flatMap((sides) => sides.map(record)));
  const metadata = encoded({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: 'Test',
    description: { en: 'Test' },
    ip_version: 4,
    node_count: end,
    record_size: 24,
  });
  const mark = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  writeFileSync(file, Buffer.concat([tree, Buffer.alloc(SEPARATOR), ...data, mark, metadata]));
}

/** Zeros between the tree and its data. */
const SEPARATOR = 16;
const TEXT = 2;
const COUNT = 6;
const MAP = 7;

function insert(nodes: [number | string, number | string][], bits: readonly number[], data: string): void {
  let at = 0;
  for (const [depth, bit] of bits.entries()) {
    const node = nodes[at];
    if (node === undefined) throw new Error('A node is missing.');
    if (depth === bits.length - 1) node[bit] = data;
    else if (node[bit] === '') node[bit] = nodes.push(['', '']) - 1;
    at = Number(node[bit]);
  }
}

function encoded(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([head(TEXT, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([head(COUNT, 4), bytes]);
  }
  const entries = Object.entries(value);
  return Buffer.concat([head(MAP, entries.length), ...entries.flatMap((pair) => pair.map(encoded))]);
}

/** Of up to 284 bytes or entries. */
function head(kind: number, size: number): Buffer {
  return size < 29 ? Buffer.from([(kind << 5) | size]) : Buffer.from([(kind << 5) | 29, size - 29]);
}
