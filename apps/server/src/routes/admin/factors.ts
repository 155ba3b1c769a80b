// Routes of the caller's own second factors. A staff member without one calls them with the bearer token of the account and gets
// in with the first factor; everyone else changes them inside the admin area.

import { adminFactorsRoutes } from '@vitrine/contract/routes/admin-staff'
import { transaction } from '@vitrine/database/connection'
import { insertAdminSession } from '@vitrine/store/admin/admin-sign-in'
import { beginPasskey } from '@vitrine/store/admin/passkey'
import {
  addPasskey,
  beginTotp,
  confirmTotp,
  describeFactors,
  type Enroller,
  removeFactor,
  renewRecoveryCodes,
} from '@vitrine/store/admin/second-factor'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../../deps/deps.ts'
import { type ApiScope, defineHandlers, serve } from '../../http/serve.ts'
import { getAdmin, getEnroller, getFreshEnroller } from '../../session/admin-session.ts'
import { readClient } from '../../session/client.ts'
import { keepSession, passkeySite } from './sign-in.ts'

const handle = defineHandlers<typeof adminFactorsRoutes>()

export function addAdminFactorRoutes(scope: ApiScope, deps: AppDeps): void {
  serve(scope, adminFactorsRoutes, {
    ...totpHandlers(deps),
    ...passkeyHandlers(deps),
    ...ownHandlers(deps),
  })
}

function totpHandlers(deps: AppDeps) {
  const { db, cipher, settings, adminPasswordHash: configuredHash } = deps

  return handle({
    'POST /api/admin/factors/totp/setup': async (request) =>
      beginTotp(db, getEnroller(request), { cipher, store: settings.get().brand.name }),

    'POST /api/admin/factors/totp': async (request, reply) => {
      const enroller = getEnroller(request)
      const input = { code: request.body.code, cipher, configuredHash }
      return finish(deps, { request, reply, enroller }, await confirmTotp(db, enroller, input))
    },
  })
}

function passkeyHandlers(deps: AppDeps) {
  const { db, adminPasswordHash: configuredHash } = deps

  return handle({
    'POST /api/admin/factors/passkeys/options': async (request) => {
      const enroller = getEnroller(request)
      return { options: { ...(await beginPasskey(db, enroller, passkeySite(deps, request))) } }
    },

    'POST /api/admin/factors/passkeys': async (request, reply) => {
      const enroller = getEnroller(request)
      const input = { ...request.body, site: passkeySite(deps, request), configuredHash }
      return finish(deps, { request, reply, enroller }, await addPasskey(db, enroller, input))
    },
  })
}

function ownHandlers(deps: AppDeps) {
  const { db, adminPasswordHash: configuredHash } = deps
  const describe = (request: FastifyRequest) => describeFactors(db, getAdmin(request).userId, configuredHash)

  return handle({
    'GET /api/admin/factors': describe,

    'DELETE /api/admin/factors/:factorId': async (request) => {
      const { factorId } = request.params
      const enroller = getFreshEnroller(request)
      await transaction(db, (tx) => removeFactor(tx, enroller, { factorId, configuredHash }))
      return describe(request)
    },

    'POST /api/admin/factors/recovery-codes': async (request) => {
      const enroller = getFreshEnroller(request)
      const recoveryCodes = await transaction(db, (tx) => renewRecoveryCodes(tx, enroller))
      return { ...(await describe(request)), recoveryCodes }
    },
  })
}

interface Finishing {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly enroller: Enroller
}

/** Opens the admin area for a caller who was outside of it. */
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
    insertAdminSession(tx, { session, ...readClient(deps, request) }, { factorId }),
  )
  return { ...factors, session: keepSession({ request, reply }, opened) }
}
