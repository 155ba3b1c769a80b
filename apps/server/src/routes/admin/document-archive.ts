// All billing documents of a period as one ZIP: a PDF for each, in folders by kind, and an index of them.
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BillingSheet } from '@vitrine/billing-pdf/sheet'
import type { BillingKind } from '@vitrine/contract/billing'
import { writeIndianTime } from '@vitrine/contract/books-period'
import type { WholeDocument } from '@vitrine/store/analytics/document-list'
import { ZipFile } from 'yazl'
import { type Column, writeRow } from './export.ts'

const FOLDERS: Readonly<Record<BillingKind, string>> = {
  receipt: 'receipts',
  invoice: 'invoices',
  'credit-note': 'credit-notes',
  'debit-note': 'debit-notes',
}

const findName = ({ kind, number }: WholeDocument) => `${FOLDERS[kind]}/${number}.pdf`

const INDEX_COLUMNS: readonly Column<WholeDocument>[] = [
  ['file', findName],
  ['kind', (document) => document.kind],
  ['number', (document) => document.number],
  ['issuedAt', (document) => writeIndianTime(document.issuedAt)],
  ['buyer', (document) => document.buyer.name],
  ['email', (document) => document.buyer.email],
  ['country', (document) => document.buyer.country],
  ['state', (document) => document.buyer.state],
  ['taxNumber', (document) => document.buyer.taxNumber],
  ['originalNumber', (document) => document.originalNumber],
  ['cause', (document) => document.cause],
  ['reason', (document) => document.reason],
  ['paymentId', (document) => document.paymentId],
  ['taxable', (document) => ({ paise: document.taxablePaise })],
  ['cgst', (document) => ({ paise: document.cgstPaise })],
  ['sgst', (document) => ({ paise: document.sgstPaise })],
  ['igst', (document) => ({ paise: document.igstPaise })],
  ['otherTax', (document) => ({ paise: document.otherPaise })],
  ['rounding', (document) => ({ paise: document.roundingPaise })],
  ['total', (document) => ({ paise: document.totalPaise })],
]

/**
 * Draws a document when the one before it has been read, so that memory holds one of them, and the index: some 200 bytes for
 * each. Other requests have their turn in between. Ends reading the documents when the client disconnects.
 */
export function streamArchive(
  documents: AsyncIterable<WholeDocument>,
  draw: (sheet: BillingSheet) => Promise<Buffer>,
): Readable {
  async function* write() {
    const zip = new ZipFile()
    const index = [`\ufeff${writeRow(INDEX_COLUMNS.map(([heading]) => heading))}`]
    for await (const document of documents) {
      // A PDF is compressed already.
      zip.addBuffer(await draw(document.sheet), findName(document), { mtime: document.issuedAt, compress: false })
      index.push(writeRow(INDEX_COLUMNS.map(([, read]) => read(document))))
      for (let piece = zip.outputStream.read(); piece !== null; piece = zip.outputStream.read()) yield piece
      await nextTurn()
    }
    zip.addBuffer(Buffer.from(index.join('')), 'documents.csv')
    zip.end()
    yield* zip.outputStream
  }
  return Readable.from(write(), { objectMode: false })
}
