/** A place in the write-ahead log. */
export interface WalPlace {
  readonly timeline: number;
  /** As Postgres writes it: `0/2000028`. */
  readonly lsn: string;
}

/** How far an archive reaches from a place in the log. */
export interface WalReach {
  /** The newest segment up to which none is missing; null when not even the first one is there. */
  readonly last: string | null;
  /** The first missing segment that newer ones follow; null when there is no gap. */
  readonly gap: string | null;
}

/**
 * Follows the log from a place through the files of an archive, as a recovery to the latest timeline does. Each restore
 * begins a new timeline, whose history file says where it left which other one.
 * @param histories the contents of the archive's `.history` files by timeline
 */
export function followWal(
  files: readonly string[],
  {
    from,
    histories,
    segmentBytes,
  }: {
    readonly from: WalPlace;
    readonly histories: ReadonlyMap<number, string>;
    readonly segmentBytes: number;
  },
): WalReach {
  const present = new Set(files.filter((file) => SEGMENT.test(file)));
  const path = latestPath(from, histories, segmentBytes);
  let last: string | null = null;
  for (const { timeline, first, end } of path) {
    const highest = end ?? highestSegment(present, timeline, segmentBytes);
    for (let segment = first; segment < highest; segment += 1) {
      const name = segmentName(timeline, segment, segmentBytes);
      if (present.has(name)) last = name;
      else return { last, gap: name };
    }
  }
  return { last, gap: null };
}

/** The name of the file that holds this place. */
export function segmentAt({ timeline, lsn }: WalPlace, segmentBytes: number): string {
  return segmentName(timeline, segmentOf(lsn, segmentBytes), segmentBytes);
}

/** Timeline, then the place in two halves, as Postgres names the files. */
const SEGMENT = /^[0-9A-F]{24}$/;

interface Stretch {
  readonly timeline: number;
  readonly first: number;
  /** The segment after the last one that belongs to it; null on the latest timeline. */
  readonly end: number | null;
}

/** The stretches from a place to the latest timeline that descends from it. */
function latestPath(from: WalPlace, histories: ReadonlyMap<number, string>, segmentBytes: number): Stretch[] {
  const start = segmentOf(from.lsn, segmentBytes);
  for (const timeline of [...histories.keys()].sort((a, b) => b - a)) {
    const ancestors = parseHistory(histories.get(timeline) ?? '').map(({ timeline: parent, lsn }) => ({
      timeline: parent,
      switchesAt: segmentOf(lsn, segmentBytes),
    }));
    const at = ancestors.findIndex((each) => each.timeline === from.timeline && each.switchesAt >= start);
    if (at < 0) continue;
    const stretches: Stretch[] = [];
    let first = start;
    for (const { timeline: parent, switchesAt } of ancestors.slice(at)) {
      stretches.push({ timeline: parent, first, end: switchesAt });
      first = switchesAt;
    }
    return [...stretches, { timeline, first, end: null }];
  }
  return [{ timeline: from.timeline, first: start, end: null }];
}

/** A line of a history file names a timeline and where it was left: `1  0/5000060  no recovery target specified`. */
function parseHistory(text: string): WalPlace[] {
  return text.split('\n').flatMap((line) => {
    const [, timeline, lsn] = /^(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/.exec(line.trim()) ?? [];
    return timeline === undefined || lsn === undefined ? [] : [{ timeline: Number(timeline), lsn }];
  });
}

function highestSegment(present: ReadonlySet<string>, timeline: number, segmentBytes: number): number {
  const prefix = hex8(timeline);
  let end = 0;
  for (const name of present) {
    if (name.startsWith(prefix)) end = Math.max(end, segmentNumber(name, segmentBytes) + 1);
  }
  return end;
}

function segmentNumber(name: string, segmentBytes: number): number {
  const perLog = 2 ** 32 / segmentBytes;
  return Number.parseInt(name.slice(8, 16), 16) * perLog + Number.parseInt(name.slice(16), 16);
}

function segmentOf(lsn: string, segmentBytes: number): number {
  const [high = '', low = ''] = lsn.split('/');
  const perLog = 2 ** 32 / segmentBytes;
  return Number.parseInt(high, 16) * perLog + Math.floor(Number.parseInt(low, 16) / segmentBytes);
}

function segmentName(timeline: number, segment: number, segmentBytes: number): string {
  const perLog = 2 ** 32 / segmentBytes;
  return hex8(timeline) + hex8(Math.floor(segment / perLog)) + hex8(segment % perLog);
}

function hex8(value: number): string {
  return value.toString(16).toUpperCase().padStart(8, '0');
}
