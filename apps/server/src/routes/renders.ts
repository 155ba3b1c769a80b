// Routes of renders: preparing, requesting, following, cancelling, retrying and listing them.
import { rendersRoutes } from '@vitrine/contract/routes/renders'
import { transaction } from '@vitrine/database/connection'
import { countAttempt } from '@vitrine/store/accounts/rate-limit'
import { getBalance } from '@vitrine/store/credits'
import { hasEntitlement } from '@vitrine/store/library'
import type { ProjectRecord } from '@vitrine/store/projects/record'
import { cancelRender, createRender, getRender, listRenders, prepareRender, retryRender } from '@vitrine/store/renders'
import { toRender } from '@vitrine/store/renders/wire'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { linksTo } from '../http/private-link.ts'
import { findRegion } from '../http/region.ts'
import { defineHandlers, serve } from '../http/serve.ts'
import { refuseMissingCharacters } from '../renders/render-text.ts'
import { getSession } from '../session/authentication.ts'

const handle = defineHandlers<typeof rendersRoutes>()

export function addRenderRoutes(api: ApiScope, deps: AppDeps): void {
  serve(api, rendersRoutes, {
    ...preparingRouteHandlers(deps),
    ...makingHandlers(deps),
    ...watchingHandlers(deps),
  })
}

function makingHandlers({ db, storage, countries, settings }: AppDeps) {
  const signUrl = linksTo(storage)

  return handle({
    'POST /api/renders': async (request, reply) => {
      const { userId } = getSession(request)
      const region = findRegion(countries, request.ip, settings.get().pricing)
      const { render, charged, alreadyPurchased, remainingCredits } = await transaction(db, (tx) =>
        createRender(tx, {
          ...request.body,
          userId,
          region,
          check: (project) => refuseMissingCharacters({ db, storage }, project),
        }),
      )
      return reply
        .code(202)
        .send({ jobId: render.id, status: render.status, charged, alreadyPurchased, remainingCredits })
    },

    'DELETE /api/renders/:jobId': async (request) => {
      const { userId } = getSession(request)
      return toRender(await transaction(db, (tx) => cancelRender(tx, userId, request.params.jobId)), signUrl)
    },

    'POST /api/renders/:jobId/retry': async (request, reply) => {
      const { userId } = getSession(request)
      const render = await transaction(db, (tx) => retryRender(tx, userId, request.params.jobId))
      const [balance, alreadyPurchased] = await Promise.all([
        getBalance(db, userId),
        hasEntitlement(db, userId, render.templateId),
      ])
      const { id: jobId, status } = render
      return reply.code(202).send({ jobId, status, charged: 0, alreadyPurchased, remainingCredits: balance.total })
    },
  })
}

function preparingRouteHandlers({ db, storage }: AppDeps) {
  return handle({
    'POST /api/renders/prepare': async (request, reply) => {
      const { userId } = getSession(request)
      await countAttempt(db, 'render-prepare', userId)
      const check = (project: ProjectRecord) => refuseMissingCharacters({ db, storage }, project)
      await transaction(db, (tx) => prepareRender(tx, { ...request.body, userId, check }))
      return reply.code(202).send({})
    },
  })
}

function watchingHandlers({ db, storage }: AppDeps) {
  const signUrl = linksTo(storage)

  return handle({
    'GET /api/renders/:jobId': async (request) =>
      toRender(await getRender(db, getSession(request).userId, request.params.jobId), signUrl),

    'GET /api/user-generated-videos': async (request) => {
      const videos = await listRenders(db, getSession(request).userId, request.query.projectId)
      return { videos: videos.map((video) => toRender(video, signUrl)) }
    },
  })
}
