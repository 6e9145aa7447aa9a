import { expect, it } from 'vitest';
import { DOCUMENT_KINDS } from '../../../domain/compliance/case.ts';
import { askableFrom, askableOf, keyOfAskable } from './document-requests.ts';

it('a document of a person is asked of that person, one of the business of nobody', () => {
  const people = [
    { id: 'a', full_name: 'Nora Quay' },
    { id: 'b', full_name: 'Jon Quay' },
  ];
  const [business, nora, jon] = askableOf(people);
  expect(business?.documents.every(({ person_id }) => person_id === null)).toBe(true);
  expect(business?.documents.map(({ kind }) => kind)).not.toContain('identity');
  expect(nora?.documents).toContainEqual({ kind: 'identity', person_id: 'a' });
  expect(jon?.documents).toContainEqual({ kind: 'person_address', person_id: 'b' });
  const kinds = new Set(askableOf(people).flatMap(({ documents }) => documents.map(({ kind }) => kind)));
  expect([...kinds].toSorted()).toEqual([...DOCUMENT_KINDS].toSorted());
});

it('each document has a key of its own, and is found by it again', () => {
  const documents = askableOf([{ id: 'a', full_name: 'Nora Quay' }]).flatMap((group) => group.documents);
  expect(documents.map((document) => askableFrom(keyOfAskable(document)))).toEqual(documents);
  expect(new Set(documents.map(keyOfAskable)).size).toBe(documents.length);
});
