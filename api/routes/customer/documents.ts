import { readInvoice } from '../../../db/invoices/read.ts';
import { parseId } from '../../../domain/ids.ts';
import { languageOf } from '../../../domain/languages.ts';
import { networkOf } from '../../../domain/network.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import { IdParams } from '../../contract/basics.ts';
import { DocumentLanguageQuery } from '../../contract/documents.ts';
import { errorResponses } from '../../contract/errors.ts';
import type { ServerDeps } from '../../deps.ts';
import { PdfAnswer, sendDocument, signingDeps } from '../../documents/answer.ts';
import { drawInvoiceDocument, type InvoiceDocumentKind } from '../../documents/invoice-document.ts';
import { readSeller } from '../../documents/seller.ts';
import { createPlaces, type Places } from '../../uploads/places.ts';

/** `GET …/invoice.pdf` and `…/receipt.pdf` of a paid invoice, in the payer's language. */
export function customerDocumentRoutes(app: App, deps: ServerDeps): void {
  const places = createPlaces({ max: DOCUMENTS, maxOfOne: DOCUMENTS_OF_ONE, words: WORDS });
  documentRoute(app, deps, places, 'invoice');
  documentRoute(app, deps, places, 'receipt');
}

/** Each takes some 40 ms of this process, and anyone with the id of an invoice may ask. */
const DOCUMENTS = 6;
const DOCUMENTS_OF_ONE = 3;
const WORDS = {
  ofOne: (taken: number) => `You are downloading ${taken} documents already. Please wait until one of them is there.`,
  ofAll: 'Too many documents are being made right now. Please try again in a moment.',
};

function documentRoute(app: App, deps: ServerDeps, places: Places, kind: InvoiceDocumentKind): void {
  app.get(
    `/customer/invoices/:id/${kind}.pdf`,
    {
      config: anyone('The id of the invoice is the capability; the document holds nothing the payer must not see.'),
      schema: {
        tags: ['Payer'],
        summary: kind === 'invoice' ? 'Download the invoice' : 'Download the receipt',
        description: 'Once the invoice is paid.',
        params: IdParams,
        querystring: DocumentLanguageQuery,
        response: { 200: PdfAnswer, ...errorResponses(409, 429) },
      },
    },
    async (request, reply) => {
      const leave = places.take(networkOf(request.ip));
      try {
        const record = await readInvoice(deps.db, parseId(request.params.id));
        const language = request.query.lang ?? record.language ?? languageOf(request.headers['accept-language']);
        const [signing, seller] = await Promise.all([signingDeps(deps), readSeller(deps.db, record)]);
        const drawing = drawInvoiceDocument(signing, { kind, record, seller, language, showsCustomer: false });
        const fileName = `${kind}-${record.id}.pdf`;
        return sendDocument(deps, request, reply, { signing, drawing, fileName, onEnd: leave });
      } catch (error) {
        leave();
        throw error;
      }
    },
  );
}
