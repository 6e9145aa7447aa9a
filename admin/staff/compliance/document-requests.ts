import { DOCUMENT_KINDS, type DocumentKind } from '../../../domain/compliance/case.ts';

/** Something staff may ask for: a document of the business, or of one of its people. */
export interface Askable {
  readonly kind: DocumentKind;
  readonly person_id: string | null;
}

export interface AskableGroup {
  /** Of whom; null is the business. */
  readonly person: { readonly id: string; readonly full_name: string } | null;
  readonly documents: readonly Askable[];
}

const OF_PEOPLE: readonly DocumentKind[] = ['identity', 'identity_back', 'person_address'];

/** The documents that can be requested, first of the business, then of each person. */
export function askableOf(people: readonly { readonly id: string; readonly full_name: string }[]): AskableGroup[] {
  const ofBusiness = DOCUMENT_KINDS.filter((kind) => !OF_PEOPLE.includes(kind));
  return [
    { person: null, documents: ofBusiness.map((kind) => ({ kind, person_id: null })) },
    ...people.map((person) => ({
      person,
      documents: [...OF_PEOPLE, 'other' as const].map((kind) => ({ kind, person_id: person.id })),
    })),
  ];
}

/** A document that may be requested, as one text, the value of its box. */
export function keyOfAskable({ kind, person_id }: Askable): string {
  return person_id === null ? kind : `${kind}:${person_id}`;
}

/** The document of a box. */
export function askableFrom(key: string): Askable {
  const [kind, person_id = null] = key.split(':');
  return { kind: kind as DocumentKind, person_id };
}
