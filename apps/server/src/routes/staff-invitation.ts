// Routes of an invitation for its recipient: reading and accepting it; and the email with its link.

import { ApiError } from '@vitrine/contract/api-error'
import { staffInvitationRoutes } from '@vitrine/contract/routes/staff-invitation'
import { transaction } from '@vitrine/database/connection'
import { getPathPrefix } from '@vitrine/language/language'
import { countAttempt } from '@vitrine/store/accounts/rate-limit'
import {
  acceptInvitation,
  findInvitation,
  findInvitedLanguage,
  type IssuedInvitation,
  writeInvitationMail,
} from '@vitrine/store/admin/staff-invitation'
import { textsFor } from '@vitrine/store/settings/language-text'
import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { serve } from '../http/serve.ts'
import { getSession } from '../session/authentication.ts'
import { findRequestLanguage } from '../session/client.ts'

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
 * Sends the email, in the language of the invited account, or else of the sender. Refuses invitation-not-sent: the invitation
 * stays and can be sent again.
 */
export async function sendInvitation(
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
