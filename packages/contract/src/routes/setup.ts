// Routes of the setup of an empty store. The bearer token is the key that its start has printed.

import { z } from 'zod'
import { defineRoutes } from '../route.ts'
import { sampleProgress, setupOwnerRequest, setupSamplesRequest, setupSectionRequest, setupState } from '../setup.ts'

export const setupRoutes = defineRoutes({
  'GET /api/setup': {
    tag: 'setup',
    summary: 'How far the setup is',
    answers: { 200: setupState },
    errors: [400, 401, 409, 410, 422],
  },

  'PUT /api/setup/settings/:section': {
    tag: 'setup',
    summary: 'Saves a step that is a section of the settings',
    params: z.object({ section: z.enum(['brand', 'languages', 'pricing']) }),
    body: setupSectionRequest,
    answers: { 200: setupState },
    errors: [400, 401, 409, 410, 422],
  },

  'PUT /api/setup/owner': {
    tag: 'setup',
    summary: 'Saves the account that the owner will have',
    body: setupOwnerRequest,
    answers: { 200: setupState },
    errors: [400, 401, 409, 410, 422],
  },

  'PUT /api/setup/samples': {
    tag: 'setup',
    summary: 'Saves which samples the store begins with',
    body: setupSamplesRequest,
    answers: { 200: setupState },
    errors: [400, 401, 409, 410, 422],
  },

  'POST /api/setup/finish': {
    tag: 'setup',
    summary: 'Creates the owner and opens the store, once',
    answers: { 200: sampleProgress },
    errors: [400, 401, 409, 410, 422],
  },

  'GET /api/setup/samples': {
    tag: 'setup',
    summary: 'How far the installation of the chosen samples is, after the end of the setup',
    answers: { 200: sampleProgress },
    errors: [404],
  },
})
