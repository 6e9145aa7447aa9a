/**
 * A structured creditor reference (ISO 11649): `RF`, two check digits by ISO 7064 (mod 97-10), and up to 21 letters and
 * digits. Payers may type it with spaces and in lower case. Null for everything else, also with wrong check digits.
 */
export function parseCreditorReference(text: string): string | null {
  const compact = text.replaceAll(/\s/g, '').toUpperCase();
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(compact)) return null;
  return remainder97(compact.slice(4) + compact.slice(0, 4)) === 1 ? compact : null;
}

/**
 * The creditor reference with these 1 to 21 capital letters and digits. Our own lines: ibantools knows no creditor
 * references, and finding them in what a payer typed needs the same remainder.
 */
export function creditorReferenceOf(body: string): string {
  if (!/^[A-Z0-9]{1,21}$/.test(body)) throw new Error('A creditor reference has up to 21 capital letters and digits.');
  const check = 98 - remainder97(`${body}RF00`);
  return `RF${check.toString().padStart(2, '0')}${body}`;
}

/** In groups of four, as people read and type it. */
export function spacedReference(reference: string): string {
  return reference.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** The first creditor reference in a remittance text that a person may have written. */
export function findCreditorReference(text: string): string | null {
  for (const [candidate] of text.toUpperCase().matchAll(/\bRF\d{2}[A-Z0-9]{1,21}\b/g)) {
    const reference = parseCreditorReference(candidate);
    if (reference !== null) return reference;
  }
  // Groups of four, as they are printed. The longest that is right counts, because a part of it may be right as well.
  for (const [candidate] of text.toUpperCase().matchAll(/\bRF\d{2}(?: [A-Z0-9]{1,4}){1,6}\b/g)) {
    for (let groups = candidate.split(' '); groups.length > 1; groups = groups.slice(0, -1)) {
      const reference = parseCreditorReference(groups.join(''));
      if (reference !== null) return reference;
    }
  }
  return null;
}

/** Letters count as 10 to 35. */
function remainder97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
