import type { PublishedDay } from '../../db/reserves/days.ts';
import type { ReserveAddressRow, ReserveAssetRow } from '../../db/reserves/rows.ts';
import { GATE_IDS, type GateId, gates, isCryptoGateId, isGateId, type Mode } from '../../domain/assets/assets.ts';
import { formatTrimmed } from '../../domain/money/money.ts';
import { coverageOf } from '../../domain/reserves/coverage.ts';
import { escapeText, type SiteValues } from './site-values.ts';

/** A public day as its page shows it. */
export interface ShownDay {
  readonly published: PublishedDay;
  readonly assets: readonly ReserveAssetRow[];
  readonly addresses: readonly ReserveAddressRow[];
  /** Of the key that signed the statement, in base64url. */
  readonly publicKey: string;
  /** Whether coins of a gate are simulated: then nothing about them is proven. */
  readonly isSimulated: (gateId: GateId) => boolean;
}

interface ReservesPage {
  readonly mode: Mode;
  /** Null: none is public. */
  readonly shown: ShownDay | null;
  /** Public days, the newest first. */
  readonly days: readonly string[];
}

/** Everything that `/reserves` says of a day. It states figures with their source, and proves only what is signed. */
export function reservesValues({ mode, shown, days }: ReservesPage): SiteValues {
  const isSandbox = mode === 'sandbox';
  if (shown === null) {
    return {
      RESERVES_TITLE: isSandbox ? 'No sandbox day is published yet' : 'No day is published yet',
      RESERVES_LEAD: { html: `${escapeText(LEAD_NONE)} ${otherMode(mode)}` },
      RESERVES_ASSETS: { html: '<tr><td colspan="5">None yet.</td></tr>' },
      RESERVES_ADDRESSES: { html: '<p>None yet.</p>' },
      RESERVES_STATEMENT: { html: '<p>None yet.</p>' },
      RESERVES_DAYS: { html: '<p>None yet.</p>' },
    };
  }
  const { published, assets, addresses } = shown;
  const at = published.moment.toISOString();
  const moment = `${dayInWords(at.slice(0, 10))}, ${at.slice(11, 19)} UTC`;
  const sandbox = isSandbox ? `<strong>${escapeText(SANDBOX)}</strong> ` : '';
  return {
    RESERVES_TITLE: `${isSandbox ? 'Sandbox reserves' : 'Reserves'} on ${dayInWords(published.day)}`,
    RESERVES_LEAD: {
      html: `${sandbox}Balances of merchants at one moment: ${escapeText(moment)}. ${otherMode(mode)}`,
    },
    RESERVES_ASSETS: {
      html: byGate(assets)
        .map((asset) => assetRow(asset, shown.isSimulated))
        .join(''),
    },
    RESERVES_ADDRESSES: { html: addressList(addresses, jsonPath(mode, published.day)) },
    RESERVES_STATEMENT: { html: statementHtml(shown, mode) },
    RESERVES_DAYS: { html: `<ul>${days.map((day) => dayItem(mode, day)).join('')}</ul>` },
  };
}

const LEAD_NONE = 'Each day is published soon after midnight UTC.';
const SANDBOX = 'Sandbox: test coins without value. This page proves nothing about real money.';

function assetRow(asset: ReserveAssetRow, isSimulated: ShownDay['isSimulated']): string {
  const { gateId, owedMinor, provenMinor } = asset;
  const name = isCryptoGateId(gateId) ? `${gates[gateId].ticker}, ${gates[gateId].networkTitle}` : 'EUR, at the bank';
  const cells = [
    ['Owed to merchants', amount(gateId, owedMinor)],
    ['On signed addresses', provenMinor === null ? 'Not provable by a signature' : amount(gateId, provenMinor)],
    ['Coverage', coverageWords(asset, isSimulated(gateId))],
    ['Our own figure, not proven', heldWords(asset)],
  ] as const;
  const tds = cells.map(([head, text]) => `<td data-head="${head}">${escapeText(text)}</td>`);
  return `<tr><th scope="row">${escapeText(name)}</th>${tds.join('')}</tr>`;
}

function coverageWords({ owedMinor, provenMinor, heldSource }: ReserveAssetRow, isSimulated: boolean): string {
  if (isSimulated || heldSource === 'simulator') return 'Simulated: nothing is proven';
  if (provenMinor === null) return 'Not proven';
  return coverageOf(owedMinor, provenMinor) ?? 'Nothing is owed';
}

function heldWords({ gateId, heldMinor, heldSource, heldAt }: ReserveAssetRow): string {
  if (heldMinor === null || heldAt === null) return 'Unknown';
  const at = heldAt.toISOString();
  const held = amount(gateId, heldMinor);
  if (heldSource === 'bank_statement') return `${held} by the bank statement of ${dayInWords(at.slice(0, 10))}`;
  const source = heldSource === 'simulator' ? 'the simulator' : 'our node';
  return `${held} by ${source} at ${at.slice(11, 16)} UTC on ${dayInWords(at.slice(0, 10))}`;
}

/** Addresses that are drawn; the file of the day has all of them. */
const MOST_ADDRESSES = 30;

function addressList(addresses: readonly ReserveAddressRow[], path: string): string {
  const file = `<p><a href="${path}">Download all addresses, messages and signatures</a></p>`;
  if (addresses.length === 0) return '<p>No address was signed for on this day, so no coins are proven.</p>';
  const items = addresses.slice(0, MOST_ADDRESSES).map(({ network, address, amounts }) => {
    const coins = Object.entries(amounts).flatMap(([gateId, minor]) =>
      isGateId(gateId) ? [`${amount(gateId, BigInt(minor))}`] : [],
    );
    return `<li>${escapeText(network)}: <code>${escapeText(address)}</code> ${escapeText(coins.join(', '))}</li>`;
  });
  const more = addresses.length > MOST_ADDRESSES ? `<p>And ${addresses.length - MOST_ADDRESSES} more.</p>` : '';
  return `<ul>${items.join('')}</ul>${more}${file}`;
}

function statementHtml({ published, publicKey }: ShownDay, mode: Mode): string {
  return (
    `<p>Signed with Ed25519 by the key <code>${escapeText(published.keyId)}</code>, whose public part is ` +
    `<code>${escapeText(publicKey)}</code>. <a href="${jsonPath(mode, published.day)}">Download the statement</a></p>`
  );
}

function dayItem(mode: Mode, day: string): string {
  const query = mode === 'sandbox' ? `mode=sandbox&amp;day=${day}` : `day=${day}`;
  return `<li><a href="/reserves?${query}">${escapeText(dayInWords(day))}</a></li>`;
}

function otherMode(mode: Mode): string {
  return mode === 'sandbox'
    ? '<a href="/reserves">View the reserves of production</a>'
    : '<a href="/reserves?mode=sandbox">View the sandbox</a>';
}

function jsonPath(mode: Mode, day: string): string {
  return `/reserves/${day}.json${mode === 'sandbox' ? '?mode=sandbox' : ''}`;
}

function byGate(assets: readonly ReserveAssetRow[]): readonly ReserveAssetRow[] {
  const placeOf = ({ gateId }: ReserveAssetRow) => GATE_IDS.indexOf(gateId);
  const rank = ({ owedMinor }: ReserveAssetRow) => (owedMinor > 0n ? 0 : 1);
  return assets.toSorted((one, other) => rank(one) - rank(other) || placeOf(one) - placeOf(other));
}

function amount(gateId: GateId, minor: bigint): string {
  if (!isCryptoGateId(gateId)) return `€${formatTrimmed(minor, 2, 2)}`;
  const { decimals, decimalsShown, ticker } = gates[gateId];
  return `${formatTrimmed(minor, decimals, Math.min(decimals, decimalsShown))} ${ticker}`;
}

function dayInWords(day: string): string {
  return DAYS.format(new Date(`${day}T00:00:00Z`));
}

const DAYS = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
