// Routes of renders: preparing, requesting, following, cancelling, retrying and listing them.
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import {
  createRenderRequest,
  createRenderResponse,
  generatedVideos,
  generatedVideosQuery,
  prepareRenderRequest,
  render as renderSchema,
} from '@vitrine/contract/renders'
import { transaction } from '@vitrine/database/connection'
import { countAttempt } from '@vitrine/shop/accounts/rate-limit'
import { getBalance } from '@vitrine/shop/credits'
import { hasEntitlement } from '@vitrine/shop/library'
import type { ProjectRecord } from '@vitrine/shop/projects/record'
import { cancelRender, createRender, getRender, listRenders, prepareRender, retryRender } from '@vitrine/shop/renders'
import { toRender } from '@vitrine/shop/renders/wire'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { linksTo } from '../http/private-link.ts'
import { findRegion } from '../http/region.ts'
import { refuseMissingCharacters } from '../renders/render-text.ts'
import { sessionOf, signedIn } from '../session/authentication.ts'

const tags = ['renders']
const params = z.object({ jobId: z.string().min(1).max(100) })
const refused = { 401: apiErrorBody, 404: apiErrorBody }

export function addRenderRoutes(api: ApiScope, deps: AppDeps): void {
  addPreparingRoute(api, deps)
  addMakingRoutes(api, deps)
  addWatchingRoutes(api, deps)
}

function addMakingRoutes(api: ApiScope, { db, storage, countries, settings }: AppDeps): void {
  const signUrl = linksTo(storage)

  api.post(
    '/renders',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Requests a render of a project; a full one acquires the template in the same step',
        body: createRenderRequest,
        response: {
          202: createRenderResponse,
          ...refused,
          402: apiErrorBody,
          409: apiErrorBody,
          410: apiErrorBody,
          422: apiErrorBody,
          429: apiErrorBody,
        },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request)
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
  )

  api.delete(
    '/renders/:jobId',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Cancels a queued or running render',
        params,
        response: { 200: renderSchema, ...refused, 409: apiErrorBody },
      },
    },
    async (request) => {
      const { userId } = sessionOf(request)
      return toRender(await transaction(db, (tx) => cancelRender(tx, userId, request.params.jobId)), signUrl)
    },
  )

  api.post(
    '/renders/:jobId/retry',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Retries a failed or cancelled render, free of charge',
        params,
        response: { 202: createRenderResponse, ...refused, 409: apiErrorBody, 410: apiErrorBody, 429: apiErrorBody },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request)
      const render = await transaction(db, (tx) => retryRender(tx, userId, request.params.jobId))
      const [balance, alreadyPurchased] = await Promise.all([
        getBalance(db, userId),
        hasEntitlement(db, userId, render.templateId),
      ])
      const { id: jobId, status } = render
      return reply.code(202).send({ jobId, status, charged: 0, alreadyPurchased, remainingCredits: balance.total })
    },
  )
}

function addPreparingRoute(api: ApiScope, { db, storage }: AppDeps): void {
  api.post(
    '/renders/prepare',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Has an idle worker begin the full video of a project before it is ordered; charges nothing',
        body: prepareRenderRequest,
        response: { 202: z.object({}), ...refused, 409: apiErrorBody, 422: apiErrorBody, 429: apiErrorBody },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request)
      await countAttempt(db, 'render-prepare', userId)
      const check = (project: ProjectRecord) => refuseMissingCharacters({ db, storage }, project)
      await transaction(db, (tx) => prepareRender(tx, { ...request.body, userId, check }))
      return reply.code(202).send({})
    },
  )
}

function addWatchingRoutes(api: ApiScope, { db, storage }: AppDeps): void {
  const signUrl = linksTo(storage)

  api.get(
    '/renders/:jobId',
    {
      config: signedIn,
      schema: { tags, summary: 'A render and its progress', params, response: { 200: renderSchema, ...refused } },
    },
    async (request) => toRender(await getRender(db, sessionOf(request).userId, request.params.jobId), signUrl),
  )

  api.get(
    '/user-generated-videos',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'All renders of the caller, newest first',
        querystring: generatedVideosQuery,
        response: { 200: generatedVideos, ...refused },
      },
    },
    async (request) => {
      const videos = await listRenders(db, sessionOf(request).userId, request.query.projectId)
      return { videos: videos.map((video) => toRender(video, signUrl)) }
    },
  )
}
