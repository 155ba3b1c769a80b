// Routes of the staff: the list, roles, removal, second factors of others, invitations and the shared password.

import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { changeRoleRequest, inviteRequest, sharedPasswordRequest, staffList } from '@vitrine/contract/staff'
import { type Tx, transaction } from '@vitrine/database/connection'
import { countAttempt } from '@vitrine/shop/accounts/rate-limit'
import { switchSharedPassword } from '@vitrine/shop/admin/admin-password'
import { changeRole, listStaff, removeFromStaff, resetStaffFactors } from '@vitrine/shop/admin/staff'
import {
  cancelInvitation,
  type IssuedInvitation,
  inviteToStaff,
  renewInvitation,
} from '@vitrine/shop/admin/staff-invitation'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { actorOf, adminOf, refuseStale } from '../session/admin-session.ts'
import { sendInvitation } from './staff-invitation.ts'

const tags = ['admin']
const config = { permission: 'staff' } as const
const refused = { 400: apiErrorBody, 401: apiErrorBody, 403: apiErrorBody, 404: apiErrorBody, 409: apiErrorBody }
const response = { 200: staffList, ...refused }
const byUser = z.object({ userId: z.string().max(100) })
const byId = z.object({ id: z.string().max(100) })

type Change = (tx: Tx, actor: ReturnType<typeof actorOf>) => Promise<unknown>

export function addAdminStaffRoutes(scope: ApiScope, deps: AppDeps): void {
  addPeopleRoutes(scope, deps)
  addInvitationRoutes(scope, deps)
}

/** Makes a change of the staff, which asks for a fresh sign-in, and answers the list. */
async function change({ db, adminPasswordHash }: AppDeps, request: FastifyRequest, act: Change) {
  const admin = adminOf(request)
  refuseStale(admin)
  await transaction(db, (tx) => act(tx, actorOf(request)))
  return listStaff(db, admin.userId, adminPasswordHash)
}

function addPeopleRoutes(scope: ApiScope, deps: AppDeps): void {
  scope.get(
    '/staff',
    {
      config,
      schema: { tags, summary: 'Everybody on the staff, and the invitations that wait', response },
    },
    (request) => listStaff(deps.db, adminOf(request).userId, deps.adminPasswordHash),
  )

  scope.put(
    '/staff/:userId/role',
    {
      config,
      schema: { tags, summary: 'Changes a role, in effect at once', params: byUser, body: changeRoleRequest, response },
    },
    (request) => change(deps, request, (tx, actor) => changeRole(tx, actor, request.params.userId, request.body.role)),
  )

  scope.delete(
    '/staff/:userId',
    {
      config,
      schema: {
        tags,
        summary: 'Takes somebody off the staff and ends their admin sessions; the account stays a customer’s',
        params: byUser,
        response,
      },
    },
    (request) => change(deps, request, (tx, actor) => removeFromStaff(tx, actor, request.params.userId)),
  )

  scope.delete(
    '/staff/:userId/factors',
    {
      config,
      schema: {
        tags,
        summary: 'Removes the second factors of somebody who lost them; they set up new ones at their next sign-in',
        params: byUser,
        response,
      },
    },
    (request) => change(deps, request, (tx, actor) => resetStaffFactors(tx, actor, request.params.userId)),
  )

  scope.put(
    '/staff/shared-password',
    {
      config,
      schema: {
        tags,
        summary: 'Switches the shared admin password off or on again',
        body: sharedPasswordRequest,
        response,
      },
    },
    (request) => change(deps, request, (tx, actor) => switchSharedPassword(tx, actor, request.body.isOn)),
  )
}

function addInvitationRoutes(scope: ApiScope, deps: AppDeps): void {
  const sending = { ...response, 429: apiErrorBody, 503: apiErrorBody }
  /** Sent after the commit: a link that nobody can use is worse than one that has to be sent again. */
  const send = async (request: FastifyRequest, issue: (...given: Parameters<Change>) => Promise<IssuedInvitation>) => {
    const { userId, username } = adminOf(request)
    await countAttempt(deps.db, 'staff-invitation', userId)
    let issued: IssuedInvitation | undefined
    const list = await change(deps, request, async (tx, actor) => {
      issued = await issue(tx, actor)
    })
    if (issued) await sendInvitation(deps, request, { ...issued, inviter: username })
    return list
  }

  scope.post(
    '/staff/invitations',
    {
      config,
      schema: { tags, summary: 'Invites somebody by email, for 7 days', body: inviteRequest, response: sending },
    },
    (request) => send(request, (tx, actor) => inviteToStaff(tx, actor, request.body)),
  )

  scope.post(
    '/staff/invitations/:id/send',
    {
      config,
      schema: {
        tags,
        summary: 'Sends an invitation again, with another link, for 7 days more',
        params: byId,
        response: sending,
      },
    },
    (request) => send(request, (tx, actor) => renewInvitation(tx, actor, request.params.id)),
  )

  scope.delete(
    '/staff/invitations/:id',
    { config, schema: { tags, summary: 'Cancels an invitation', params: byId, response } },
    (request) => change(deps, request, (tx, actor) => cancelInvitation(tx, actor, request.params.id)),
  )
}
