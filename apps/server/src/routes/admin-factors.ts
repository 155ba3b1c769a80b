// Routes of one's own second factors. Somebody on the staff who has none yet calls them with the bearer token of the account and
// gets in with the first factor; everybody else changes them inside the admin area.

import { adminSession } from '@vitrine/contract/admin'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import {
  addPasskeyRequest,
  changedFactors,
  confirmTotpRequest,
  ownFactors,
  passkeyOptions,
  totpSetup,
} from '@vitrine/contract/staff'
import { transaction } from '@vitrine/database/connection'
import { insertAdminSession } from '@vitrine/shop/admin/admin-sign-in'
import { beginPasskey } from '@vitrine/shop/admin/passkey'
import {
  addPasskey,
  beginTotp,
  confirmTotp,
  describeFactors,
  type Enroller,
  removeFactor,
  renewRecoveryCodes,
} from '@vitrine/shop/admin/second-factor'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { adminOf } from '../session/admin-session.ts'
import { clientOf } from '../session/client.ts'
import { enrollerOf, freshEnrollerOf } from '../session/enroller.ts'
import { passkeySite } from '../session/passkey-site.ts'
import { keepSession } from './admin-sign-in.ts'

const tags = ['admin']
/** With an admin session, or for the first factor with the account alone. */
const config = { gate: 'set-up', auth: 'optional' } as const
const inside = { permission: 'own-sign-in' } as const
const refused = { 400: apiErrorBody, 401: apiErrorBody, 403: apiErrorBody, 409: apiErrorBody, 429: apiErrorBody }
/** `session`: the admin session that the first factor opened. */
const added = changedFactors.extend({ session: adminSession.nullable() })
const response = { 200: added, ...refused }

export function addAdminFactorRoutes(scope: ApiScope, deps: AppDeps): void {
  addTotpRoutes(scope, deps)
  addPasskeyRoutes(scope, deps)
  addOwnRoutes(scope, deps)
}

function addTotpRoutes(scope: ApiScope, deps: AppDeps): void {
  const { db, cipher, settings, adminPasswordHash: configuredHash } = deps
  scope.post(
    '/factors/totp/setup',
    {
      config,
      schema: {
        tags,
        summary: 'A new secret for an authenticator app; it counts once a code of it was confirmed',
        response: { 200: totpSetup, ...refused },
      },
    },
    async (request) => beginTotp(db, enrollerOf(request), { cipher, shop: settings.get().brand.name }),
  )

  scope.post(
    '/factors/totp',
    {
      config,
      schema: {
        tags,
        summary: 'Confirms an authenticator app by its first code; another app than before replaces it',
        body: confirmTotpRequest,
        response,
      },
    },
    async (request, reply) => {
      const enroller = enrollerOf(request)
      const given = { code: request.body.code, cipher, configuredHash }
      return finish(deps, { request, reply, enroller }, await confirmTotp(db, enroller, given))
    },
  )
}

function addPasskeyRoutes(scope: ApiScope, deps: AppDeps): void {
  const { db, adminPasswordHash: configuredHash } = deps
  scope.post(
    '/factors/passkeys/options',
    {
      config,
      schema: {
        tags,
        summary: 'What a browser makes a passkey with; works once, for five minutes',
        response: { 200: passkeyOptions, ...refused },
      },
    },
    async (request) => {
      const enroller = enrollerOf(request)
      return { options: { ...(await beginPasskey(db, enroller, passkeySite(deps, request))) } }
    },
  )

  scope.post(
    '/factors/passkeys',
    { config, schema: { tags, summary: 'Adds a passkey', body: addPasskeyRequest, response } },
    async (request, reply) => {
      const enroller = enrollerOf(request)
      const given = { ...request.body, site: passkeySite(deps, request), configuredHash }
      return finish(deps, { request, reply, enroller }, await addPasskey(db, enroller, given))
    },
  )
}

function addOwnRoutes(scope: ApiScope, deps: AppDeps): void {
  const { db, adminPasswordHash: configuredHash } = deps
  const describe = (request: FastifyRequest) => describeFactors(db, adminOf(request).userId, configuredHash)
  scope.get(
    '/factors',
    {
      config: inside,
      schema: { tags, summary: 'One’s own ways into the admin area', response: { 200: ownFactors, ...refused } },
    },
    describe,
  )

  scope.delete(
    '/factors/:factorId',
    {
      config: inside,
      schema: {
        tags,
        summary: 'Removes a passkey, or the authenticator app (`totp`); admin sessions that it opened end',
        params: z.object({ factorId: z.string().max(100) }),
        response: { 200: ownFactors, 404: apiErrorBody, ...refused },
      },
    },
    async (request) => {
      const { factorId } = request.params
      const enroller = freshEnrollerOf(request)
      await transaction(db, (tx) => removeFactor(tx, enroller, { factorId, configuredHash }))
      return describe(request)
    },
  )

  scope.post(
    '/factors/recovery-codes',
    {
      config: inside,
      schema: {
        tags,
        summary: 'Makes ten recovery codes, which replace the earlier ones and are shown once',
        response: { 200: changedFactors, ...refused },
      },
    },
    async (request) => {
      const enroller = freshEnrollerOf(request)
      const recoveryCodes = await transaction(db, (tx) => renewRecoveryCodes(tx, enroller))
      return { ...(await describe(request)), recoveryCodes }
    },
  )
}

interface Finishing {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly enroller: Enroller
}

/** Opens the admin area for somebody who was outside of it. */
async function finish(
  deps: AppDeps,
  { request, reply, enroller: { userId, tokenHash } }: Finishing,
  { factorId, recoveryCodes }: { factorId: string; recoveryCodes: string[] | null },
) {
  const { db, adminPasswordHash } = deps
  const factors = { ...(await describeFactors(db, userId, adminPasswordHash)), recoveryCodes }
  const { session } = request
  if (tokenHash !== undefined || !session) return { ...factors, session: null }
  const opened = await transaction(db, (tx) =>
    insertAdminSession(tx, { session, ...clientOf(deps, request) }, { factorId }),
  )
  return { ...factors, session: keepSession({ request, reply }, opened) }
}
