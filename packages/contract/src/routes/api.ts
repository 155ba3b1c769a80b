// All routes of the API, as types: clients know requests and responses from them without loading any schema.
import type { z } from 'zod'
import type { accountsRoutes } from './accounts.ts'
import type { adminContentRoutes } from './admin-content.ts'
import type { adminExportRoutes } from './admin-export.ts'
import type { adminFactorsRoutes } from './admin-factors.ts'
import type { adminFiguresRoutes } from './admin-figures.ts'
import type { adminImportsRoutes } from './admin-imports.ts'
import type { adminLanguagesRoutes } from './admin-languages.ts'
import type { adminLaunchRoutes } from './admin-launch.ts'
import type { adminLogRoutes } from './admin-log.ts'
import type { adminPeopleRoutes } from './admin-people.ts'
import type { adminSettingsRoutes } from './admin-settings.ts'
import type { adminSignInRoutes } from './admin-sign-in.ts'
import type { adminStaffRoutes } from './admin-staff.ts'
import type { adminStatusRoutes } from './admin-status.ts'
import type { adminTemplatesRoutes } from './admin-templates.ts'
import type { assetsRoutes } from './assets.ts'
import type { contentFileRoutes, settingsFileRoutes, setupFileRoutes } from './brand-files.ts'
import type { cartRoutes } from './cart.ts'
import type { catalogueRoutes } from './catalogue.ts'
import type { codeSignInRoutes } from './code-sign-in.ts'
import type { contentRoutes } from './content.ts'
import type { creditsRoutes } from './credits.ts'
import type { fontsRoutes } from './fonts.ts'
import type { googleAuthRoutes } from './google-auth.ts'
import type { healthRoutes } from './health.ts'
import type { libraryRoutes } from './library.ts'
import type { adminOperationRoutes, operationRoutes } from './operations.ts'
import type { otpRoutes } from './otp.ts'
import type { ownTemplatesRoutes } from './own-templates.ts'
import type { paymentsRoutes } from './payments.ts'
import type { profileRoutes } from './profile.ts'
import type { projectsRoutes } from './projects.ts'
import type { purchasesRoutes } from './purchases.ts'
import type { receiptsRoutes } from './receipts.ts'
import type { regionRoutes } from './region.ts'
import type { rendersRoutes } from './renders.ts'
import type { sessionsRoutes } from './sessions.ts'
import type { setupRoutes } from './setup.ts'
import type { staffInvitationRoutes } from './staff-invitation.ts'
import type { templateDraftsRoutes } from './template-drafts.ts'
import type { visitsRoutes } from './visits.ts'

type ApiRoutes = typeof accountsRoutes &
  typeof adminContentRoutes &
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

type Answers<R> = R extends { answers: infer A } ? A : Record<number, never>

/** The response of a route when it succeeds. */
export type AnswerOf<Name extends RouteName> = {
  [Status in keyof Answers<ApiRoutes[Name]>]: Answers<ApiRoutes[Name]>[Status] extends z.ZodType
    ? z.output<Answers<ApiRoutes[Name]>[Status]>
    : never
}[keyof Answers<ApiRoutes[Name]>]
