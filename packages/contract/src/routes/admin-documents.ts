// Routes of billing documents for the staff: the list, their PDFs, and what an accountant hands in for a period.
import { z } from 'zod'
import { adminDocuments, adminDocumentsQuery } from '../admin.ts'
import { booksPeriodQuery } from '../books.ts'
import { gstr1Query, gstr1Section, gstr1Summary } from '../gstr1.ts'
import { defineRoutes } from '../route.ts'

export const adminDocumentsRoutes = defineRoutes({
  'GET /api/admin/documents': {
    tag: 'admin',
    summary: 'Receipts, invoices, credit and debit notes, newest first',
    permission: 'payments-read',
    query: adminDocumentsQuery,
    responses: { 200: adminDocuments },
    errors: [400, 401],
  },

  'GET /api/admin/documents/:number/pdf': {
    tag: 'admin',
    summary: 'A billing document as PDF',
    permission: 'payments-read',
    params: z.object({ number: z.string().max(40) }),
  },

  'GET /api/admin/month-end/documents.zip': {
    tag: 'admin',
    summary: 'All billing documents of a period as PDF, with their index as CSV',
    permission: 'exports',
    query: booksPeriodQuery,
  },

  'GET /api/admin/month-end/gstr1': {
    tag: 'admin',
    summary: 'What the sections of GSTR-1 come to',
    permission: 'exports',
    query: gstr1Query,
    responses: { 200: gstr1Summary },
    errors: [400, 401, 409],
  },

  'GET /api/admin/month-end/gstr1.json': {
    tag: 'admin',
    summary: 'GSTR-1 as the GST portal reads it',
    permission: 'exports',
    query: gstr1Query,
  },

  'GET /api/admin/month-end/gstr1/:section.csv': {
    tag: 'admin',
    summary: 'A section of GSTR-1 as CSV, as the offline tool of the GST portal imports it',
    permission: 'exports',
    params: z.object({ section: gstr1Section }),
    query: gstr1Query,
  },
})
