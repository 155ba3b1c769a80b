// The visitor's region, which decides prices. The server alone determines the country.
import { z } from 'zod'

/** The response of `GET /api/geo`; pages receive the region of a request in the same form. */
export const region = z.object({
  country_code2: z.string().describe('ISO 3166-1 alpha-2'),
  currencyCode: z.enum(['INR', 'USD']),
  currencySymbol: z.enum(['₹', '$']),
  isIndianUser: z.boolean(),
  paisePer1000Credits: z.int().describe('Paise that 1000 credits are worth, whatever the region'),
  minorUnitsPer1000Credits: z.int().describe('Paise or cents that 1000 credits are worth'),
})
export type Region = z.infer<typeof region>
