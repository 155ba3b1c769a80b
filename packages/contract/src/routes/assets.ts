// Routes of a user's own files: created from finished uploads, listed, deleted.

import { z } from 'zod'
import { messageResponse } from '../accounts.ts'
import { asset, assetList, createAssetRequest } from '../media.ts'
import { defineRoutes } from '../route.ts'

const params = z.object({ assetId: z.string().min(1).max(100) })

export const assetsRoutes = defineRoutes({
  'POST /api/assets': {
    tag: 'media',
    summary:
      'Makes a finished upload into an asset, which for videos and sounds is `processing` at first; asking again answers the same asset',
    auth: 'required',
    body: createAssetRequest,
    answers: { 201: asset },
    errors: [401, 404, 409, 410, 413, 415, 422, 429],
  },

  'GET /api/assets': {
    tag: 'media',
    summary: 'The caller’s files',
    auth: 'required',
    answers: { 200: assetList },
    errors: [401, 404, 410],
  },

  'GET /api/assets/:assetId': {
    tag: 'media',
    summary: 'One file',
    auth: 'required',
    params,
    answers: { 200: asset },
    errors: [401, 404, 410],
  },

  'DELETE /api/assets/:assetId': {
    tag: 'media',
    summary: 'Deletes a file; projects that use it say so',
    auth: 'required',
    params,
    answers: { 200: messageResponse },
    errors: [401, 404, 410],
  },
})
