// Routes of the store's settings: all sections, changing one, and the files of the brand.

import { z } from 'zod'
import { defineRoutes } from '../route.ts'
import { adminSettings, changeSettingsRequest, settingsSection } from '../settings.ts'

export const adminSettingsRoutes = defineRoutes({
  'GET /api/admin/settings': {
    tag: 'admin',
    summary: 'All settings of the store',
    permission: ['settings', 'services'],
    answers: { 200: adminSettings },
    errors: [400, 401],
  },

  'PUT /api/admin/settings/:section': {
    tag: 'admin',
    summary: 'Replaces a section; with the value that it has already it changes nothing',
    permission: ['settings', 'services'],
    params: z.object({ section: settingsSection }),
    body: changeSettingsRequest,
    answers: { 200: adminSettings },
    errors: [400, 401, 409],
  },
})
