// A route of the API as data: what a request to it holds, who may send it, and what is answered. The server registers handlers
// against these tables, and clients take the types of requests and answers from them.
import type { z } from 'zod'
import type { Permission } from './permission.ts'

/** An answer that is no JSON, such as a file or a stream of events. */
interface OtherAnswer {
  readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>>
}

export interface Route {
  /** The part of the API in its description. */
  readonly tag: string
  readonly summary: string
  /** Other paths of the same method at which clients of the specification may ask. */
  readonly aliases?: readonly `/${string}`[]
  /** `required`: only for signed-in users. `optional`: knows them, serves everybody. Absent: nobody is looked up. */
  readonly auth?: 'required' | 'optional'
  /** What the role of somebody on the staff must include; of several, one. */
  readonly permission?: Permission | readonly Permission[]
  /** `open`: a route of the admin area that needs no admin session. `set-up`: for setting up a second factor. */
  readonly gate?: 'open' | 'set-up'
  /** For whom a cache may hold the answer: one for everybody, or one for each region of prices. Absent: nobody. */
  readonly cachedFor?: 'everybody' | 'region'
  /** The parts of the path that begin with a colon; strings by default. */
  readonly params?: z.ZodObject
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** By status; absent for a file that is written as it comes. */
  readonly answers?: Readonly<Record<number, z.ZodType | OtherAnswer>>
  /** Statuses of API errors, whose body is always `apiErrorBody`. */
  readonly errors?: readonly number[]
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** By method and path, such as `GET /api/template/:templateId`. */
export type Routes = Readonly<Record<`${Method} /${string}`, Route>>

/** A table of routes, with the type of each. */
export const defineRoutes = <const T extends Routes>(routes: T): T => routes
