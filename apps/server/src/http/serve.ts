// Registers the routes of a table of the contract. The types require exactly one handler per route.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Route, Routes } from '@vitrine/contract/route'
import { apiErrorBody } from '@vitrine/contract/route'
import type {
  ContextConfigDefault,
  FastifyBaseLogger,
  FastifyInstance,
  HTTPMethods,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

type Errors<R extends Route> = R['errors'] extends readonly number[]
  ? Record<R['errors'][number], typeof apiErrorBody>
  : unknown

/** A route's schemas under Fastify's names. */
type RouteSchema<R extends Route> = {
  response: (R extends { responses: infer A } ? A : unknown) & Errors<R>
} & (R extends {
  params: infer S
}
  ? { params: S }
  : unknown) &
  (R extends { query: infer S } ? { querystring: S } : unknown) &
  (R extends { body: infer S } ? { body: S } : unknown)

export type Handler<R extends Route> = RouteHandlerMethod<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  ContextConfigDefault,
  RouteSchema<R>,
  ZodTypeProvider,
  FastifyBaseLogger
>
type Handlers<T extends Routes> = {
  readonly [Name in keyof T]: T[Name] extends Route ? Handler<T[Name]> : never
}

/** Types a group of handlers when a table's handlers are spread over several functions. */
export const defineHandlers =
  <T extends Routes>() =>
  <Name extends keyof T>(handlers: Pick<Handlers<T>, Name>): Pick<Handlers<T>, Name> =>
    handlers

/** Route options that are not part of the contract. */
type Options = Omit<RouteShorthandOptions, 'schema'>

/** Registers all routes of a table; their paths start with the prefix of the scope. */
export function serve<T extends Routes>(
  scope: ApiScope,
  routes: T,
  handlers: Handlers<T>,
  options: Partial<Record<keyof T, Options>> = {},
): void {
  for (const [name, route] of Object.entries(routes)) {
    const [method = '', path = ''] = name.split(' ')
    const {
      tag,
      summary,
      aliases = [],
      auth,
      permission,
      gate,
      cachedFor,
      params,
      query,
      body,
      responses,
      errors = [],
    } = route
    const { config, ...others } = options[name as keyof T] ?? {}
    for (const url of [path, ...aliases])
      scope.route({
        ...others,
        method: method as HTTPMethods,
        url: url.slice(scope.prefix.length),
        config: { ...config, ...omitUndefined({ auth, permission, gate, cachedFor }) },
        schema: {
          tags: [tag],
          summary,
          ...omitUndefined({ params, querystring: query, body }),
          ...(responses && {
            response: { ...responses, ...Object.fromEntries(errors.map((status) => [status, apiErrorBody])) },
          }),
        },
        handler: handlers[name as keyof T] as never,
      } as never)
  }
}

/** Removes undefined values, which Fastify would treat as schemas. */
const omitUndefined = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** The Fastify type of all routes: bodies, queries and responses typed by the contract's schemas. */
export type ApiScope = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>
