// Routes for uploading a file of the brand: the body is the file itself. Settings, written pages and the setup have one each.
import { z } from 'zod'
import { defineRoutes } from '../route.ts'
import { brandFileKind, brandFileResponse } from '../settings.ts'

const upload = {
  summary: 'Publishes a file for the section `brand` or a page; the body is the file itself',
  answers: { 200: brandFileResponse },
  errors: [400, 401, 413, 415, 422],
} as const
const params = z.object({ kind: brandFileKind })

export const settingsFileRoutes = defineRoutes({
  'POST /api/admin/brand-files/:kind': { ...upload, tag: 'admin', permission: 'settings', params },
})

export const contentFileRoutes = defineRoutes({
  'POST /api/admin/content-files/:kind': {
    ...upload,
    tag: 'admin',
    permission: 'content',
    params: z.object({ kind: brandFileKind.extract(['share-picture']) }),
  },
})

export const setupFileRoutes = defineRoutes({
  'POST /api/setup/brand-files/:kind': { ...upload, tag: 'setup', params },
})
