// All routes of the API, as types: clients know requests and responses from them without loading any schema.

import type { z } from 'zod'
import type {
  accountsRoutes,
  codeSignInRoutes,
  googleAuthRoutes,
  otpRoutes,
  profileRoutes,
  sessionsRoutes,
} from './accounts.ts'
import type { adminBooksRoutes } from './admin-books.ts'
import type { adminDocumentsRoutes } from './admin-documents.ts'
import type { adminExportRoutes, adminFiguresRoutes } from './admin-figures.ts'
import type { adminPeopleRoutes } from './admin-people.ts'
import type {
  adminContentRoutes,
  adminLanguagesRoutes,
  adminSettingsRoutes,
  contentFileRoutes,
  settingsFileRoutes,
  setupFileRoutes,
} from './admin-settings.ts'
import type { adminFactorsRoutes, adminSignInRoutes, adminStaffRoutes, staffInvitationRoutes } from './admin-staff.ts'
import type { adminLaunchRoutes, adminLogRoutes, adminStatusRoutes } from './admin-status.ts'
import type { adminImportsRoutes, adminTemplatesRoutes } from './admin-templates.ts'
import type { adminOperationRoutes, assetsRoutes, fontsRoutes, operationRoutes } from './assets.ts'
import type { catalogueRoutes } from './catalogue.ts'
import type { contentRoutes } from './content.ts'
import type { cartRoutes, libraryRoutes, ownTemplatesRoutes, purchasesRoutes } from './library.ts'
import type { creditsRoutes, paymentsRoutes, receiptsRoutes } from './payments.ts'
import type { projectsRoutes, templateDraftsRoutes } from './projects.ts'
import type { rendersRoutes } from './renders.ts'
import type { setupRoutes } from './setup.ts'
import type { healthRoutes, regionRoutes, visitsRoutes } from './store.ts'

type ApiRoutes = typeof accountsRoutes &
  typeof adminBooksRoutes &
  typeof adminContentRoutes &
  typeof adminDocumentsRoutes &
  typeof adminExportRoutes &
  typeof adminFactorsRoutes &
  typeof adminFiguresRoutes &
  typeof adminImportsRoutes &
  typeof adminLanguagesRoutes &
  typeof adminLaunchRoutes &
  typeof adminLogRoutes &
  typeof adminPeopleRoutes &
  typeof adminSettingsRoutes &
  typeof adminSignInRoutes &
  typeof adminStaffRoutes &
  typeof adminStatusRoutes &
  typeof adminTemplatesRoutes &
  typeof assetsRoutes &
  typeof settingsFileRoutes &
  typeof contentFileRoutes &
  typeof setupFileRoutes &
  typeof cartRoutes &
  typeof catalogueRoutes &
  typeof codeSignInRoutes &
  typeof contentRoutes &
  typeof creditsRoutes &
  typeof fontsRoutes &
  typeof googleAuthRoutes &
  typeof healthRoutes &
  typeof libraryRoutes &
  typeof operationRoutes &
  typeof adminOperationRoutes &
  typeof otpRoutes &
  typeof ownTemplatesRoutes &
  typeof paymentsRoutes &
  typeof profileRoutes &
  typeof projectsRoutes &
  typeof purchasesRoutes &
  typeof receiptsRoutes &
  typeof regionRoutes &
  typeof rendersRoutes &
  typeof sessionsRoutes &
  typeof setupRoutes &
  typeof staffInvitationRoutes &
  typeof templateDraftsRoutes &
  typeof visitsRoutes

/** Such as `GET /api/template/:templateId`. */
export type RouteName = keyof ApiRoutes

type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The parts of a request besides the route's name. */
export type RequestTo<Name extends RouteName> = (ParamName<Name> extends never
  ? unknown
  : { params: Readonly<Record<ParamName<Name>, string>> }) &
  (ApiRoutes[Name] extends { query: infer Q extends z.ZodType }
    ? { query?: { readonly [Key in keyof z.output<Q>]?: string | number | undefined } }
    : unknown) &
  (ApiRoutes[Name] extends { body: infer B extends z.ZodType }
    ? undefined extends z.input<B>
      ? { body?: z.input<B> }
      : { body: z.input<B> }
    : unknown)

type Responses<R> = R extends { responses: infer A } ? A : Record<number, never>

/** The response of a route when it succeeds. */
export type ResponseBody<Name extends RouteName> = {
  [Status in keyof Responses<ApiRoutes[Name]>]: Responses<ApiRoutes[Name]>[Status] extends z.ZodType
    ? z.output<Responses<ApiRoutes[Name]>[Status]>
    : never
}[keyof Responses<ApiRoutes[Name]>]
