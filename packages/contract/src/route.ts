// A route of the API as data: its request, its access rules and its responses. The server registers handlers from these tables,
// and clients take the types of requests and responses from them.
import { z } from 'zod'
import { type ApiErrorCode, apiErrors } from './api-error.ts'
import type { Permission } from './permission.ts'

/** A response that is not JSON, such as a file or a stream of events. */
interface RawResponse {
  readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>>
}

export interface Route {
  /** The group of the route in the API description. */
  readonly tag: string
  readonly summary: string
  /** Other paths for clients of the specification, with the same method. */
  readonly aliases?: readonly `/${string}`[]
  /**
   * `required`: only for signed-in users. `optional`: identifies signed-in users and serves everyone. Absent: the session is not
   * read.
   */
  readonly auth?: 'required' | 'optional'
  /** Permissions of which the staff member's role needs one. */
  readonly permission?: Permission | readonly Permission[]
  /** `open`: a route of the admin area that needs no admin session. `set-up`: for setting up a second factor. */
  readonly gate?: 'open' | 'set-up'
  /** Who may share a cached response: everyone, or everyone in a price region. Absent: no one. */
  readonly cachedFor?: 'everybody' | 'region'
  /** The parts of the path that begin with a colon; strings by default. */
  readonly params?: z.ZodObject
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** By status; absent for a file that is sent unchanged. */
  readonly responses?: Readonly<Record<number, z.ZodType | RawResponse>>
  /** Statuses of API errors, whose body is always `apiErrorBody`. */
  readonly errors?: readonly number[]
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** By method and path, such as `GET /api/template/:templateId`. */
export type Routes = Readonly<Record<`${Method} /${string}`, Route>>

/** A table of routes, with the type of each. */
export const defineRoutes = <const T extends Routes>(routes: T): T => routes

const codes = Object.keys(apiErrors) as [ApiErrorCode, ...ApiErrorCode[]]

/** The body of every error response: `{ error, code, ...details }`; `code` is absent only in the response to a bug (500). */
export const apiErrorBody = z
  .looseObject({ error: z.string(), code: z.enum(codes).optional() })
  .describe('An error: a sentence for people, a code for programs, and details that depend on the code')
