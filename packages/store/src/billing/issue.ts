// Issues billing documents: takes the next number of a series and stores the document with everything that it prints, in the
// transaction of the sale or refund that it is about.
import assert from 'node:assert/strict'
import { sumParts, totalOf } from '@vitrine/contract/tax'
import type { Tx } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { readUser } from '../accounts/accounts.ts'
import { shownAddress } from '../accounts/address.ts'
import { readSections, readTexts } from '../settings/settings.ts'
import type { BillingDraft } from './draft.ts'
import { findDrawableTag, writeSheet } from './sheet.ts'
import { billingDocuments, billingLines, type PrintedBuyer } from './tables.ts'

/** Issues a document and returns its number. The row of its series stays locked until the transaction ends. */
export async function issueDocument(tx: Tx, draft: BillingDraft): Promise<string> {
  const { kind, userId, lines, original } = draft
  // Before the number is taken, so that other documents of the series do not wait for these reads.
  const { brand, seller, languages } = await readSections(tx, 'brand', 'seller', 'languages')
  const user = await readUser(tx, userId)
  const texts = await readTexts(tx, findDrawableTag(user.language), languages)
  const buyer: PrintedBuyer = {
    name: draft.buyer?.legalName || user.actualName || user.username,
    email: shownAddress(user.email),
    address: draft.buyer?.address ?? [],
    country: draft.buyer?.country ?? '',
    state: draft.buyer?.state ?? null,
    taxNumber: draft.buyer?.taxNumber ?? '',
  }
  const { rows } = await tx.execute<{ number: string; now: string }>(
    sql`select next_document_number(${kind}) as number, now()::text as now`,
  )
  const [taken] = rows
  assert(taken, 'a query without tables answers one row')
  const { number } = taken
  const issuedAt = new Date(taken.now)
  const totalPaise = totalOf(sumParts(lines.map(({ parts }) => parts)))
  const sheet = writeSheet(draft, { number, issuedAt, buyer, brand, seller }, texts)
  const [row] = await tx
    .insert(billingDocuments)
    .values({
      kind,
      number,
      userId,
      orderId: draft.orderId ?? null,
      paymentId: draft.paymentId ?? null,
      causeId: draft.causeId ?? null,
      receiptNumbers: [...(draft.receiptNumbers ?? [])],
      reason: draft.reason ?? null,
      originalNumber: original?.number ?? null,
      totalPaise,
      seller: draft.seller,
      buyer,
      language: texts.language.tag,
      sheet,
    })
    .returning({ id: billingDocuments.id })
  assert(row, 'an insert returns its row')
  await tx.insert(billingLines).values(
    lines.map((line, position) => ({
      documentId: row.id,
      position,
      saleKind: line.saleKind,
      title: line.title,
      sac: line.sac,
      quantity: line.quantity,
      supply: line.terms.supply,
      rateBp: line.terms.rateBp,
      place: line.place,
      buyerTaxNumber: line.buyerTaxNumber,
      originalNumber: line.original?.number ?? null,
      originalPosition: line.original?.position ?? null,
      grossPaise: totalOf(line.parts),
      taxablePaise: line.parts.taxable,
      cgstPaise: line.parts.cgst,
      sgstPaise: line.parts.sgst,
      igstPaise: line.parts.igst,
      otherPaise: line.parts.other,
      roundingPaise: line.parts.rounding,
    })),
  )
  return number
}
