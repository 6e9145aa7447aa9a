/**
 * The same answers with ids, times and hashes that do not differ from run to run: ids in the order in which they first
 * appear, times by the minute since the first, and one duration for all.
 */
export function settled(answers: unknown): unknown {
  const ids = new Map<string, string>();
  const hashes = new Map<string, string>();
  let firstMs: number | undefined;

  const text = (value: string): string => {
    if (INSTANT.test(value)) {
      firstMs ??= Date.parse(value);
      const minutes = Math.round((Date.parse(value) - firstMs) / 60_000);
      return new Date(EXAMPLE_DAY_MS + minutes * 60_000).toISOString();
    }
    return value
      .replaceAll(SECRET, `whsec_${'A'.repeat(43)}=`)
      .replaceAll(UUID, (id) => numbered(ids, id, (index) => `0199c1f2-7c3a-7d4e-8a51-${hex(index, 12)}`))
      .replaceAll(HASH, (hash) => numbered(hashes, hash, (index) => hex(index, 64)));
  };

  const visit = (node: unknown): unknown => {
    if (typeof node === 'string') return text(node);
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, inner]) => [key, key === 'duration_ms' ? EXAMPLE_DURATION_MS : visit(inner)]),
    );
  };
  return visit(answers);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const SECRET = /whsec_[A-Za-z0-9+/]+=*/g;
const HASH = /\b[0-9a-f]{64}\b/g;
const EXAMPLE_DURATION_MS = 24;
const EXAMPLE_DAY_MS = Date.UTC(2026, 10, 20, 12);

function numbered(known: Map<string, string>, value: string, make: (index: number) => string): string {
  const found = known.get(value) ?? make(known.size + 1);
  known.set(value, found);
  return found;
}

/** Spreads small numbers over all digits, so that examples look like what they are. */
function hex(index: number, length: number): string {
  const digits = (BigInt(index) * 0x9e3779b97f4a7c15f39cc0605cedc8341082276bf3a27251f86c6a11d0c18e95n).toString(16);
  return digits.slice(-length).padStart(length, '0');
}
