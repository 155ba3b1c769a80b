// Routes of a user's own files: created from finished uploads, listed, deleted; of the font library; and of the progress of
// operations.

import { z } from 'zod'
import { messageResponse } from '../accounts.ts'
import { asset, assetList, createAssetRequest, fontList } from '../media.ts'
import { defineRoutes } from '../route.ts'

const byAsset = z.object({ assetId: z.string().min(1).max(100) })

export const assetsRoutes = defineRoutes({
  'POST /api/assets': {
    tag: 'media',
    summary:
      'Makes a finished upload into an asset, which for videos and sounds is `processing` at first; asking again answers the same asset',
    auth: 'required',
    body: createAssetRequest,
    responses: { 201: asset },
    errors: [401, 404, 409, 410, 413, 415, 422, 429],
  },

  'GET /api/assets': {
    tag: 'media',
    summary: 'The caller’s files',
    auth: 'required',
    responses: { 200: assetList },
    errors: [401, 404, 410],
  },

  'GET /api/assets/:assetId': {
    tag: 'media',
    summary: 'One file',
    auth: 'required',
    params: byAsset,
    responses: { 200: asset },
    errors: [401, 404, 410],
  },

  'DELETE /api/assets/:assetId': {
    tag: 'media',
    summary: 'Deletes a file; projects that use it say so',
    auth: 'required',
    params: byAsset,
    responses: { 200: messageResponse },
    errors: [401, 404, 410],
  },
})

/** The font library offers fonts in addition to those of the template. */
export const fontsRoutes = defineRoutes({
  'GET /api/fonts': {
    tag: 'projects',
    summary: 'The font library of the editors',
    responses: { 200: fontList },
  },
})

// The event streams of operations.

const events = {
  summary:
    'Server-sent events `progress`, each with all unfinished operations as JSON; one that is not among them has ended',
  responses: { 200: { content: { 'text/event-stream': { schema: z.string() } } } },
  errors: [401, 429],
} as const

export const operationRoutes = defineRoutes({
  'GET /api/operations/events': { ...events, tag: 'operations', auth: 'required' },
})

export const adminOperationRoutes = defineRoutes({
  'GET /api/admin/operations/events': { ...events, tag: 'admin', permission: 'templates' },
})
