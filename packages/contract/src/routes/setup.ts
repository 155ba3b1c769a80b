// The setup of an empty store: the five steps by which the holder of the key sets it up, and their routes. The bearer token is
// the key that its start has printed.
import { z } from 'zod'
import { emailAddress, password, username } from '../accounts.ts'
import { defineRoutes } from '../route.ts'
import { adminSettings } from '../settings.ts'

/** The steps in their order. */
export const setupSteps = ['name', 'look', 'owner', 'packs', 'samples'] as const
export type SetupStep = (typeof setupSteps)[number]

/** `all`: includes those of later releases. */
const chosenSamples = z.union([z.literal('all'), z.array(z.string().max(80)).max(200)])

const revision = z.int().min(0).describe('The revision of the setup that it was made from')

const setupOwnerRequest = z.object({
  email: emailAddress,
  username,
  password: password.optional().describe('May be left out once one is kept'),
  adminPassword: password.optional().describe('Of the admin area, under the same rule'),
  revision,
})
export type SetupOwnerRequest = z.infer<typeof setupOwnerRequest>

const setupSectionRequest = z.object({
  step: z.enum(setupSteps).describe('The step that this completes'),
  value: z.record(z.string(), z.unknown()).describe('The whole section'),
  revision: z.int().min(0).describe('The revision of the section that it was made from'),
})

const setupSamplesRequest = z.object({ samples: chosenSamples, revision })

const offeredSample = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['video', 'image', 'direct-sell']),
  dominantColor: z.string(),
  posterUrl: z.string(),
})
export type OfferedSample = z.infer<typeof offeredSample>

const setupState = z.object({
  stepsDone: z.int().describe('Steps that are saved, counted from the first'),
  revision: z.int().describe('Of owner and samples; the sections of the settings have their own'),
  settings: adminSettings,
  owner: z.object({ email: z.string(), username: z.string() }).nullable().describe('As it will be created at the end'),
  needsAdminPassword: z.boolean().describe('False where the environment sets it'),
  samples: chosenSamples.nullable(),
  offeredSamples: z.array(offeredSample),
})
export type SetupState = z.infer<typeof setupState>

const sampleProgress = z.object({
  wanted: z.int(),
  installed: z.int().describe('Of those, how many are on sale by now'),
})
export type SampleProgress = z.infer<typeof sampleProgress>

export const setupRoutes = defineRoutes({
  'GET /api/setup': {
    tag: 'setup',
    summary: 'How far the setup is',
    responses: { 200: setupState },
    errors: [400, 401, 409, 410, 422],
  },

  'PUT /api/setup/settings/:section': {
    tag: 'setup',
    summary: 'Saves a step that is a section of the settings',
    params: z.object({ section: z.enum(['brand', 'languages', 'pricing']) }),
    body: setupSectionRequest,
    responses: { 200: setupState },
    errors: [400, 401, 409, 410, 422],
  },

  'PUT /api/setup/owner': {
    tag: 'setup',
    summary: 'Saves the account that the owner will have',
    body: setupOwnerRequest,
    responses: { 200: setupState },
    errors: [400, 401, 409, 410, 422],
  },

  'PUT /api/setup/samples': {
    tag: 'setup',
    summary: 'Saves which samples the store begins with',
    body: setupSamplesRequest,
    responses: { 200: setupState },
    errors: [400, 401, 409, 410, 422],
  },

  'POST /api/setup/finish': {
    tag: 'setup',
    summary: 'Creates the owner and opens the store, once',
    responses: { 200: sampleProgress },
    errors: [400, 401, 409, 410, 422],
  },

  'GET /api/setup/samples': {
    tag: 'setup',
    summary: 'How far the installation of the chosen samples is, after the end of the setup',
    responses: { 200: sampleProgress },
    errors: [404],
  },
})
