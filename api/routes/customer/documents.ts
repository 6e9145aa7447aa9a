import { IdParams } from '../../../contract/basics.ts';
import { DocumentLanguageQuery } from '../../../contract/documents.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { readInvoice } from '../../../db/invoices/read.ts';
import { isDemo } from '../../../db/shops/demo-shop.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { languageOf } from '../../../domain/languages.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { ServerDeps } from '../../deps.ts';
import { PdfAnswer, sendDocument } from '../../documents/answer.ts';
import { type InvoiceDocumentKind, requirePaidInvoice } from '../../documents/inputs.ts';
import { readSeller } from '../../documents/seller.ts';

/** `GET …/invoice.pdf` and `…/receipt.pdf` of a paid invoice, in the payer's language. */
export function customerDocumentRoutes(app: App, deps: ServerDeps): void {
  documentRoute(app, deps, 'invoice');
  documentRoute(app, deps, 'receipt');
}

function documentRoute(app: App, deps: ServerDeps, kind: InvoiceDocumentKind): void {
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
        response: { 200: PdfAnswer, ...errorResponses(409) },
      },
    },
    async (request, reply) =>
      sendDocument(deps, request, reply, async () => {
        const record = requirePaidInvoice(await readInvoice(deps.db, parseId(request.params.id)));
        // Nothing that a stranger made for the demo gets a document that the gateway signs.
        if (await isDemo(deps.db, record)) throw new DomainError('not_found');
        const language = request.query.lang ?? record.language ?? languageOf(request.headers['accept-language']);
        const seller = await readSeller(deps.db, record);
        const document = { kind, record, seller, language, showsCustomer: false };
        return { fileName: `${kind}-${record.id}.pdf`, input: { type: 'invoice', document } };
      }),
  );
}
