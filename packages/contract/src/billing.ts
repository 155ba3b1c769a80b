// Wire schemas of billing: what buyers say about themselves for their documents, and the documents.
import { z } from 'zod'
import { msg } from './placeholder.ts'
import { supplies } from './tax.ts'
import {
  findGstinProblem,
  GSTIN_PROBLEM_TEXT,
  isEuCountry,
  isIndianState,
  isVatNumber,
  toGstin,
  toVatNumber,
} from './tax-place.ts'
import { line } from './text-schema.ts'

/** As it is stored. Dots and slashes are separators only in VAT numbers. */
function toTaxNumber({ country, taxNumber }: { country: string; taxNumber: string }): string {
  return isEuCountry(country) ? toVatNumber(taxNumber, country) : taxNumber
}

/** Where a buyer is and, for a business, who. */
export const billingDetails = z
  .object({
    country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country'),
    state: z.string().nullable().describe('The two digits of the GST law; null outside India'),
    taxNumber: z.string().overwrite(toGstin).max(20).describe('GSTIN or VAT number of a business; else empty'),
    legalName: line(120),
    address: z
      .array(line(120))
      .overwrite((lines) => lines.filter((text) => text !== ''))
      .max(5, 'Enter at most 5 lines'),
  })
  .overwrite((details) => ({ ...details, taxNumber: toTaxNumber(details) }))
  .superRefine(({ country, state, taxNumber, legalName }, context) => {
    const report = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (country === 'IN') {
      if (state === null || !isIndianState(state)) report('state', msg('Choose a state'))
      const problem = taxNumber === '' ? undefined : findGstinProblem(taxNumber)
      if (problem) report('taxNumber', GSTIN_PROBLEM_TEXT[problem])
      else if (taxNumber !== '' && state !== null && !taxNumber.startsWith(state)) {
        report('state', msg('This GSTIN is of another state'))
      }
    } else if (state !== null) report('state', msg('Leave the state empty outside India'))
    if (isEuCountry(country) && taxNumber !== '' && !isVatNumber(taxNumber, country)) {
      report('taxNumber', msg('Enter a VAT number of this country, with its letters'))
    }
    if (taxNumber !== '' && legalName === '') report('legalName', msg('Enter the name of the business'))
  })
export type BillingDetails = z.infer<typeof billingDetails>

export const billingDetailsResponse = z.object({ details: billingDetails.nullable().describe('Null: never given') })

export const missingPlace = z.enum(['country', 'state'])

export const taxTerms = z.object({
  supply: z.enum(supplies).describe('`intra`: CGST and SGST; `inter` and `export-paid`: IGST'),
  rateBp: z.int().describe('Hundredths of a per cent'),
})

export const billingKind = z.enum(['receipt', 'invoice', 'credit-note', 'debit-note'])
export type BillingKind = z.infer<typeof billingKind>

/** A document in a list. */
export const billingDocumentRef = z.object({
  kind: billingKind,
  number: z.string(),
  issuedAt: z.iso.datetime(),
  totalPaise: z.int(),
})
export type BillingDocumentRef = z.infer<typeof billingDocumentRef>
