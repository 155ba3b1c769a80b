// Routes for buying and liking templates.

import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { acquireTemplateRequest, acquireTemplateResponse, likeRequest, likeResponse } from '@vitrine/contract/library'
import { transaction } from '@vitrine/database/connection'
import { acquireTemplate, likeTemplate, unlikeTemplate } from '@vitrine/shop/library'
import { refuseDisabledShape } from '@vitrine/shop/renders/disabled-shape'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { findRegion } from '../http/region.ts'
import { sessionOf, signedIn } from '../session/authentication.ts'

const tags = ['library']

export function addLibraryRoutes(api: ApiScope, { db, countries, settings }: AppDeps): void {
  for (const path of ['/download-template', '/purchase-template']) {
    api.post(
      path,
      {
        config: signedIn,
        schema: {
          tags,
          summary: 'Makes a template the caller’s own; charges its price once and never again',
          body: acquireTemplateRequest,
          response: {
            200: acquireTemplateResponse,
            401: apiErrorBody,
            402: apiErrorBody,
            404: apiErrorBody,
            409: apiErrorBody,
          },
        },
      },
      async (request) => {
        const { templateId, expectedCredits, aspect = null } = request.body
        const { userId } = sessionOf(request)
        const region = findRegion(countries, request.ip, settings.get().pricing)
        const acquired = await transaction(db, async (tx) => {
          // What a browser makes asks for nothing else of the server.
          await refuseDisabledShape(tx, { userId, templateId, aspect })
          return await acquireTemplate(tx, { userId, templateId, region, expectedCredits })
        })
        return {
          ...acquired,
          message: acquired.alreadyPurchased
            ? 'Template already purchased'
            : `Payment successful! Credits used: ${acquired.charged}, Remaining: ${acquired.remainingCredits}`,
        }
      },
    )
  }

  api.post(
    '/add-to-liked',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Likes a template; liking it again changes nothing',
        body: likeRequest,
        response: { 200: likeResponse, 401: apiErrorBody, 404: apiErrorBody },
      },
    },
    async (request) => {
      const { userId } = sessionOf(request)
      const isNew = await transaction(db, (tx) => likeTemplate(tx, userId, request.body.templateId))
      return {
        liked: true,
        alreadyLiked: !isNew,
        message: isNew ? 'Template added to liked list successfully!' : 'You have already liked this template',
      }
    },
  )

  api.delete(
    '/unlike-template/:templateId',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Takes a like back; one that is not there is no error',
        params: z.object({ templateId: z.string().min(1).max(200) }),
        response: { 200: likeResponse, 401: apiErrorBody },
      },
    },
    async (request) => {
      const { userId } = sessionOf(request)
      await transaction(db, (tx) => unlikeTemplate(tx, userId, request.params.templateId))
      return { liked: false, message: 'Template removed from liked list' }
    },
  )
}
