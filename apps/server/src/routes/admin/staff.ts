// Routes of the staff: the list, roles, removal, resetting second factors, invitations and the shared password.

import { ApiError } from '@vitrine/contract/api-error'
import { adminStaffRoutes, staffInvitationRoutes } from '@vitrine/contract/routes/admin-staff'
import { type Tx, transaction } from '@vitrine/database/connection'
import { getPathPrefix } from '@vitrine/language/language'
import { countAttempt } from '@vitrine/store/accounts/rate-limit'
import { switchSharedPassword } from '@vitrine/store/admin/admin-password'
import {
  acceptInvitation,
  cancelInvitation,
  changeRole,
  findInvitation,
  findInvitedLanguage,
  type IssuedInvitation,
  inviteToStaff,
  listStaff,
  removeFromStaff,
  renewInvitation,
  resetStaffFactors,
  writeInvitationMail,
} from '@vitrine/store/admin/staff'
import { textsFor } from '@vitrine/store/settings'
import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../../deps/deps.ts'
import { type ApiScope, defineHandlers, serve } from '../../http/serve.ts'
import { getActor, getAdmin, requireRecentSignIn } from '../../session/admin-session.ts'
import { getSession } from '../../session/authentication.ts'
import { findRequestLanguage } from '../../session/client.ts'

const handle = defineHandlers<typeof adminStaffRoutes>()

type Change = (tx: Tx, actor: ReturnType<typeof getActor>) => Promise<unknown>

export function addAdminStaffRoutes(scope: ApiScope, deps: AppDeps): void {
  serve(scope, adminStaffRoutes, {
    ...peopleHandlers(deps),
    ...invitationHandlers(deps),
  })
}

/** Changes the staff, which requires a recent sign-in, and returns the new list. */
async function change({ db, adminPasswordHash }: AppDeps, request: FastifyRequest, act: Change) {
  const admin = getAdmin(request)
  requireRecentSignIn(admin)
  await transaction(db, (tx) => act(tx, getActor(request)))
  return listStaff(db, admin.userId, adminPasswordHash)
}

function peopleHandlers(deps: AppDeps) {
  return handle({
    'GET /api/admin/staff': (request) => listStaff(deps.db, getAdmin(request).userId, deps.adminPasswordHash),

    'PUT /api/admin/staff/:userId/role': (request) =>
      change(deps, request, (tx, actor) => changeRole(tx, actor, request.params.userId, request.body.role)),

    'DELETE /api/admin/staff/:userId': (request) =>
      change(deps, request, (tx, actor) => removeFromStaff(tx, actor, request.params.userId)),

    'DELETE /api/admin/staff/:userId/factors': (request) =>
      change(deps, request, (tx, actor) => resetStaffFactors(tx, actor, request.params.userId)),

    'PUT /api/admin/staff/shared-password': (request) =>
      change(deps, request, (tx, actor) => switchSharedPassword(tx, actor, request.body.isOn)),
  })
}

function invitationHandlers(deps: AppDeps) {
  /** Sends the email after the commit: a link that does not work is worse than an email that must be sent again. */
  const send = async (request: FastifyRequest, issue: (...args: Parameters<Change>) => Promise<IssuedInvitation>) => {
    const { userId, username } = getAdmin(request)
    await countAttempt(deps.db, 'staff-invitation', userId)
    let issued: IssuedInvitation | undefined
    const list = await change(deps, request, async (tx, actor) => {
      issued = await issue(tx, actor)
    })
    if (issued) await sendInvitation(deps, request, { ...issued, inviter: username })
    return list
  }

  return handle({
    'POST /api/admin/staff/invitations': (request) =>
      send(request, (tx, actor) => inviteToStaff(tx, actor, request.body)),

    'POST /api/admin/staff/invitations/:id/send': (request) =>
      send(request, (tx, actor) => renewInvitation(tx, actor, request.params.id)),

    'DELETE /api/admin/staff/invitations/:id': (request) =>
      change(deps, request, (tx, actor) => cancelInvitation(tx, actor, request.params.id)),
  })
}

// Routes of an invitation for its recipient: reading and accepting it; and the email with its link.

export function addStaffInvitationRoutes(api: ApiScope, { db, settings }: AppDeps): void {
  serve(api, staffInvitationRoutes, {
    'POST /api/staff-invitation': async (request) => {
      await countAttempt(db, 'invitation-link-ip', request.ip)
      const { expiresAt, ...found } = await findInvitation(db, request.body.token)
      return { ...found, store: settings.get().brand.name, expiresAt: expiresAt.toISOString() }
    },

    'POST /api/staff-invitation/accept': async (request) => {
      await countAttempt(db, 'invitation-link-ip', request.ip)
      const input = { token: request.body.token, ip: request.ip }
      return { role: await transaction(db, (tx) => acceptInvitation(tx, getSession(request), input)) }
    },
  })
}

/**
 * Sends the email, in the language of the invited account, or else of the sender. Throws `invitation-not-sent`: the invitation
 * stays and can be sent again.
 */
async function sendInvitation(
  deps: AppDeps,
  request: FastifyRequest,
  { token, inviter, ...invitation }: IssuedInvitation & { inviter: string },
): Promise<void> {
  const { db, providers, settings, publicUrl } = deps
  const { brand } = settings.get()
  const language = (await findInvitedLanguage(db, invitation.email)) ?? findRequestLanguage(deps, request)
  const texts = textsFor(language, settings.get())
  const storeUrl = publicUrl ?? `${request.protocol}://${request.host}`
  const url = `${storeUrl}${getPathPrefix(texts.language)}/staff-invitation?token=${token}`
  try {
    await providers.get().mailer.send(writeInvitationMail(invitation, { url, inviter, brand, texts }))
  } catch (error) {
    request.log.warn({ err: error }, 'an invitation could not be sent')
    throw new ApiError('invitation-not-sent')
  }
}
