import type { BusinessData, CasePerson } from '../../domain/compliance/business-data.ts';
import type { CaseStatus, DocumentRequest } from '../../domain/compliance/case.ts';
import { businessDocuments, personDocuments } from '../../domain/compliance/required-documents.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { type CaseRow, findCase } from './case-rows.ts';
import { type DocumentRow, documentsOf } from './documents.ts';
import { type StatementRow, statementsOf } from './statements.ts';
import { businessOf, peopleOf } from './subjects.ts';

/** A case as its merchant may see it: what the merchant said itself, and what is said of documents. */
export interface MerchantView {
  readonly row: CaseRow;
  readonly business: BusinessData | null;
  readonly people: readonly CasePerson[];
  readonly documents: readonly DocumentRow[];
  readonly requests: readonly (DocumentRequest & { readonly given: boolean })[];
  readonly statements: readonly StatementRow[];
}

/** Undefined where there is no case. */
export async function merchantView(
  on: Db | Tx,
  box: SecretBox,
  merchantId: MerchantId,
): Promise<MerchantView | undefined> {
  const row = await findCase(on, merchantId);
  if (row === undefined) return undefined;
  const [people, documents] = [await peopleOf(on, box, row.id), await documentsOf(on, row.id)];
  const business = businessOf(row, box);
  const isAnswer = ANSWERS.has(row.status);
  const requested = isAnswer
    ? row.requested
    : [...(business === null ? [] : businessDocuments(business)), ...people.flatMap(personDocuments)];
  const counts = (document: DocumentRow) => !isAnswer || document.uploaded_at.getTime() >= row.since.getTime();
  const requests = requested.map((request) => ({
    ...request,
    given: documents.some(
      (document) => document.kind === request.kind && document.person_id === request.personId && counts(document),
    ),
  }));
  return { row, business, people, documents, requests, statements: await statementsOf(on, row.id) };
}

const ANSWERS: ReadonlySet<CaseStatus> = new Set(['more_requested', 'renewal', 'suspended']);
