// The job that makes poster and preview of a template version, stores them, and shows them.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { neededAssets, resolveDocument } from '@vitrine/composition/resolve'
import { type Db, transaction } from '@vitrine/database/connection'
import type { JobContext, Task } from '@vitrine/database/jobs'
import type { Storage } from '@vitrine/providers/storage'
import {
  beginPreview,
  completePreview,
  failPreview,
  type PreviewWork,
  tellPreview,
} from '@vitrine/shop/catalogue/preview'
import { z } from 'zod'
import { gatherAssetFiles } from '../operation/asset-file.ts'
import { startProgressReporter } from '../operation/progress-reporter.ts'
import { DEFAULT_LIMITS, type RenderLimits } from '../render/render-child.ts'
import { enqueueTemplateReference } from './enqueue-reference.ts'
import { makePreview, storeFiles } from './make-preview.ts'

export interface PreviewDeps {
  readonly db: Db
  readonly storage: Storage
  readonly scratchFolder: string
  readonly limits: RenderLimits
  readonly encoderThreads: number
}

const payloadOfPreview = z.object({ versionId: z.uuid(), orderNumber: z.int() })

const GAVE_UP = 'The preview could not be made after several attempts.'

/** A later request replaced this one. */
class Replaced extends Error {}

/**
 * Runs the job `template-preview` with payload `{ versionId, orderNumber }`. Returns when nothing is left to do: the files
 * are shown, or a later request will make others. Throws when another attempt should follow.
 */
export async function runPreview(
  deps: PreviewDeps,
  payload: unknown,
  context: Pick<JobContext, 'signal' | 'isLastAttempt'>,
): Promise<void> {
  const request = payloadOfPreview.parse(payload)
  const work = await transaction(deps.db, (tx) => beginPreview(tx, request))
  if (!work) return
  try {
    await produce(deps, work, context.signal)
  } catch (error) {
    if (error instanceof Replaced) return
    if (context.isLastAttempt && !context.signal.aborted) await abandonPreview(deps, payload)
    throw error
  }
}

/** The task `template-preview` as a command runs it, one order at a time with every core. */
export function makePreviewsOf(deps: Pick<PreviewDeps, 'db' | 'storage' | 'scratchFolder'>): Task {
  return (payload, context) => runPreview({ ...deps, limits: DEFAULT_LIMITS, encoderThreads: 0 }, payload, context)
}

/** Fails a request after its last attempt, with a message for the owner. */
export async function abandonPreview({ db }: Pick<PreviewDeps, 'db'>, payload: unknown): Promise<void> {
  const request = payloadOfPreview.parse(payload)
  await transaction(db, (tx) => failPreview(tx, request, GAVE_UP))
}

async function produce(deps: PreviewDeps, work: PreviewWork, stopping: AbortSignal): Promise<void> {
  const { db, storage, limits, encoderThreads } = deps
  await using cleanUp = new AsyncDisposableStack()
  const folder = await mkdtemp(join(deps.scratchFolder, 'preview-'))
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const ids = neededAssets(resolveDocument(work.document, {}))
  const assetFiles = await gatherAssetFiles(storage, ids, work.assets, cleanUp)
  const replaced = new AbortController()
  const report = async (percent: number) => {
    if ((await tellPreview(db, work, percent)) === 'go-on') return 'go-on'
    replaced.abort(new Replaced(work.versionId))
    return 'stop'
  }
  const reporter = startProgressReporter(report, { initial: 0, about: { versionId: work.versionId } })
  const options = {
    limits,
    signal: AbortSignal.any([stopping, replaced.signal]),
    onProgress: reporter.update,
  }
  try {
    const made = await makePreview({ ...work, assetFiles, folder, encoderThreads }, options)
    await storeFiles(storage, made)
    const shown = { poster: made.poster.asset, dominantColor: made.dominantColor, preview: made.preview?.asset }
    const isShown = await transaction(db, (tx) => completePreview(tx, work, shown))
    if (isShown && made.preview) await enqueueTemplateReference(db, work)
  } finally {
    await reporter.end()
  }
}
