// Routes of renders: preparing, requesting, following, cancelling, retrying and listing them.

import { buffer } from 'node:stream/consumers'
import { ApiError } from '@vitrine/contract/api-error'
import { rendersRoutes } from '@vitrine/contract/routes/renders'
import { type Db, transaction } from '@vitrine/database/connection'
import type { Timeline } from '@vitrine/document/clip'
import type { ResolvedDocument } from '@vitrine/document/document'
import type { FieldValues } from '@vitrine/document/field'
import { addFallbackFaces, FALLBACK_FACES, listWrittenMissing } from '@vitrine/painter/fallback-face'
import { openFonts } from '@vitrine/painter/font'
import { readFallbackFont } from '@vitrine/painter/node-fallback-font'
import { loadShaper } from '@vitrine/painter/shaper'
import { listNeededAssets, resolveDocument } from '@vitrine/project/resolve'
import { FileMissing, type Storage } from '@vitrine/providers/storage'
import { countAttempt } from '@vitrine/store/accounts/rate-limit'
import { getBalance } from '@vitrine/store/credits'
import { hasEntitlement } from '@vitrine/store/library'
import { getAssets } from '@vitrine/store/media'
import type { ProjectRecord } from '@vitrine/store/projects/record'
import { cancelRender, createRender, getRender, listRenders, prepareRender, retryRender } from '@vitrine/store/renders'
import { toRender } from '@vitrine/store/renders/state'
import type { AppDeps } from '../deps/deps.ts'
import { linksTo } from '../http/private-link.ts'
import { type ApiScope, defineHandlers, serve } from '../http/serve.ts'
import { findRegion } from '../http/visitor.ts'
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
          check: (project) => requireDrawableCharacters({ db, storage }, project),
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
      const check = (project: ProjectRecord) => requireDrawableCharacters({ db, storage }, project)
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

// Checks that every character a customer typed can be drawn, before a render is charged.

const CHARACTERS_NAMED = 10

/**
 * Throws `field-value-invalid` when the customer's text has characters that neither its fonts nor the fallback fonts have. The
 * designer's text is not checked.
 */
async function requireDrawableCharacters(
  { db, storage }: { db: Db; storage: Storage },
  { row, version }: ProjectRecord,
): Promise<void> {
  const { document } = version
  const timeline = row.timeline as Timeline | null
  const resolved = resolveDocument(
    document,
    row.values as FieldValues,
    row.difference,
    row.aspect ?? undefined,
    timeline,
  )
  const plain = resolveDocument(document, {})
  // The fallback fonts cover almost everything, so the fonts of the design are seldom read.
  if ((await listMissing(resolved, plain, new Map())).length === 0) return
  const [missing] = await listMissing(resolved, plain, await readOwnFonts(db, storage, resolved))
  if (!missing) return
  const { layer, graphemes } = missing
  const characters = graphemes.slice(0, CHARACTERS_NAMED).join(' ')
  const message =
    '“{text}” has characters that cannot be drawn: {characters}. Please write them another way. Nothing was charged.'
  const values = { text: layer.name ?? layer.text, characters }
  const details = { layer: layer.id, reason: 'characters-missing', characters, values }
  throw new ApiError('field-value-invalid', details, message)
}

/** The texts with characters that are in none of the fonts and fallback fonts. */
async function listMissing(resolved: ResolvedDocument, plain: ResolvedDocument, own: ReadonlyMap<string, Uint8Array>) {
  const shaper = await loadShaper()
  const document = addFallbackFaces(resolved, openFonts(shaper, resolved.fonts, own))
  const faces = document.fonts.filter(({ src }) => FALLBACK_FACES.some(({ face }) => face.src === src))
  const files = await Promise.all(faces.map(async (face) => [face.src, await readFallbackFont(face)] as const))
  return listWrittenMissing(document, plain, openFonts(shaper, document.fonts, new Map([...own, ...files])))
}

async function readOwnFonts(db: Db, storage: Storage, resolved: ResolvedDocument): Promise<Map<string, Uint8Array>> {
  const needed = new Set(listNeededAssets(resolved))
  const sources = resolved.fonts.map(({ src }) => src).filter((src) => needed.has(src))
  const assets = await getAssets(db, sources)
  const files = sources.map(async (src) => {
    const key = assets.get(src)?.storageKey
    if (!key) return undefined
    try {
      return [src, new Uint8Array(await buffer((await storage.open(key)).stream))] as const
    } catch (error) {
      // The renderer reports a missing font to the owner; here fallback fonts replace it.
      if (error instanceof FileMissing) return undefined
      throw error
    }
  })
  return new Map((await Promise.all(files)).filter((file) => file !== undefined))
}
