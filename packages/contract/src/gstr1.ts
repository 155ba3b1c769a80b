// Wire schemas of GSTR-1, the return of sales by Indian sellers: what each section holds.
import { z } from 'zod'
import { booksPeriodQuery } from './books.ts'

/** As the offline tool of the GST portal names its sheets; without `exemp`, `at` and `atadj`, which this store never fills. */
export const gstr1Section = z.enum(['b2b', 'b2cl', 'b2cs', 'exp', 'cdnr', 'cdnur', 'hsn-b2b', 'hsn-b2c', 'docs'])
export type Gstr1Section = z.infer<typeof gstr1Section>

export const gstr1Query = booksPeriodQuery.extend({
  kind: z.enum(['month', 'quarter']).describe('A return is for a month or a quarter'),
  gstin: z.string().max(15).optional().describe('The registration; by default the one of the last sale in the period'),
})
export type Gstr1Query = z.infer<typeof gstr1Query>

/** Amounts are negative where credit notes exceed sales. */
export const gstr1Summary = z.object({
  gstin: z.string(),
  sections: z.array(
    z.object({
      section: gstr1Section,
      rows: z.int().describe('Lines of its file'),
      taxablePaise: z.int(),
      taxPaise: z.int(),
    }),
  ),
})
export type Gstr1Summary = z.infer<typeof gstr1Summary>
