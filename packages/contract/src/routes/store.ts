// Health route for load balancers, the launcher and people.

import { z } from 'zod'
import { defineRoutes } from '../route.ts'

// Wire schema of the health report.

const part = z.enum(['ok', 'failing'])

export const health = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  database: part,
  queue: part,
  storage: part,
  uptimeSeconds: z.number(),
})
export type Health = z.infer<typeof health>

export const healthRoutes = defineRoutes({
  'GET /api/health': {
    tag: 'store',
    summary: 'Whether every part works',
    answers: { 200: health, 503: health },
  },
})

// Route of the visitor's region.

// The visitor's region, which decides prices. The server alone determines the country.

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

export const regionRoutes = defineRoutes({
  'GET /api/geo': {
    tag: 'store',
    summary: 'The region of the caller',
    answers: { 200: region },
  },
})

// Route that counts page views. No response, cookie or stored value can identify a visitor after the end of the day.

// Wire schema of a visit, which a page reports when it is opened.

const visitRequest = z.object({
  path: z.string().startsWith('/').max(300).describe('Of the page that is looked at, without its query'),
})

export const visitsRoutes = defineRoutes({
  'POST /api/visits': {
    tag: 'store',
    summary: 'Counts a visit, unless it is a machine’s, the staff’s, or of somebody who asks not to be followed',
    auth: 'optional',
    body: visitRequest,
    answers: { 204: z.null() },
  },
})
