// Routes of billing documents for the staff, and of GSTR-1, the return that Indian sellers file from them.
import { ApiError } from '@vitrine/contract/api-error'
import type { Gstr1Query } from '@vitrine/contract/gstr1'
import { adminDocumentsRoutes } from '@vitrine/contract/routes/admin-documents'
import { attachmentNamed } from '@vitrine/providers/storage'
import { listDocuments } from '@vitrine/store/analytics'
import { resolveBooksPeriod } from '@vitrine/store/analytics/books-period'
import { readDocuments } from '@vitrine/store/analytics/document-list'
import { type Gstr1, readGstr1 } from '@vitrine/store/analytics/gstr1'
import { listGstr1Rows, summarizeGstr1, writeGstr1Json, writeReturnPeriod } from '@vitrine/store/analytics/gstr1-file'
import { findDocument, toFileName } from '@vitrine/store/billing/document'
import type { AppDeps } from '../../deps/deps.ts'
import { type ApiScope, serve } from '../../http/serve.ts'
import { openSheetDrawing, sendPdf } from '../billing-file.ts'
import { findGstin } from './books.ts'
import { streamArchive } from './document-archive.ts'
import { startReading, writeRow } from './export.ts'

export function addAdminDocumentRoutes(scope: ApiScope, deps: AppDeps): void {
  const { db } = deps
  const readReturn = (query: Gstr1Query) => readGstr1Of(deps, query)
  serve(
    scope,
    adminDocumentsRoutes,
    {
      'GET /api/admin/documents': (request) => listDocuments(db, request.query),

      'GET /api/admin/documents/:number/pdf': async (request, reply) => {
        const document = await findDocument(db, request.params.number)
        if (!document) throw new ApiError('receipt-not-found')
        const draw = await openSheetDrawing(deps)
        return sendPdf(reply, toFileName(document), await draw(document.sheet))
      },

      'GET /api/admin/month-end/documents.zip': async (request, reply) => {
        const documents = await startReading(readDocuments(db, resolveBooksPeriod(request.query)))
        const draw = await openSheetDrawing(deps)
        return reply
          .header('content-type', 'application/zip')
          .header('content-disposition', attachmentNamed(`documents-${request.query.value}.zip`))
          .send(streamArchive(documents, draw))
      },

      'GET /api/admin/month-end/gstr1': async (request) => summarizeGstr1(await readReturn(request.query)),

      'GET /api/admin/month-end/gstr1.json': async (request, reply) => {
        const gstr1 = await readReturn(request.query)
        return reply
          .header('content-type', 'application/json; charset=utf-8')
          .header('content-disposition', attachmentNamed(nameFile('gstr1', gstr1, 'json')))
          .send(writeGstr1Json(gstr1))
      },

      'GET /api/admin/month-end/gstr1/:section.csv': async (request, reply) => {
        const { section } = request.params
        const gstr1 = await readReturn(request.query)
        return (
          reply
            .header('content-type', 'text/csv; charset=utf-8')
            .header('content-disposition', attachmentNamed(nameFile(section, gstr1, 'csv')))
            // Without a byte order mark, which the offline tool would read as part of the first heading.
            .send(listGstr1Rows(gstr1, section).map(writeRow).join(''))
        )
      },
    },
    {
      'GET /api/admin/documents/:number/pdf': { compress: false },
      'GET /api/admin/month-end/documents.zip': { compress: false },
    },
  )
}

async function readGstr1Of(deps: AppDeps, { gstin, ...query }: Gstr1Query): Promise<Gstr1> {
  const period = resolveBooksPeriod(query)
  return readGstr1(deps.db, period, { gstin, settings: await findGstin(deps, period) })
}

/** `gstr1-27AAPFU0939F1ZV-112026.json`. */
function nameFile(what: string, { gstin, month }: Gstr1, extension: string): string {
  return `${what}-${gstin}-${writeReturnPeriod(month)}.${extension}`
}
