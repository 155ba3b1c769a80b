// The store as a whole: its health, the visitor's region, and the count of visits.

import { z } from 'zod'
import { defineRoutes } from '../route.ts'

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

/** For load balancers, the launcher and people. */
export const healthRoutes = defineRoutes({
  'GET /api/health': {
    tag: 'store',
    summary: 'Whether every part works',
    responses: { 200: health, 503: health },
  },
})

/**
 * The visitor's region, which decides prices. The server alone determines the country. The response of `GET /api/geo`; pages
 * receive the region of a request in the same form.
 */
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
    responses: { 200: region },
  },
})

/** A visit, which a page reports when it is opened. */
const visitRequest = z.object({
  path: z.string().startsWith('/').max(300).describe('Of the page that is looked at, without its query'),
})

/** Counts page views. No response, cookie or stored value can identify a visitor after the end of the day. */
export const visitsRoutes = defineRoutes({
  'POST /api/visits': {
    tag: 'store',
    summary: 'Counts a visit, unless it is a machine’s, the staff’s, or of somebody who asks not to be followed',
    auth: 'optional',
    body: visitRequest,
    responses: { 204: z.null() },
  },
})
