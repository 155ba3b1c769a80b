// The export of the video editor: rendered in this browser where it can be, else in the cloud, and paid once.
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { RenderKind } from '@vitrine/contract/renders'
import { watermarkText } from '@vitrine/contract/watermark'
import { neededAssets } from '@vitrine/project/resolve'
import { useState } from 'react'
import {
  ExportError,
  type ExportFault,
  type ExportProblem,
  type ExportProgress,
} from '../../../../../testing/export-contract.ts'
import { loadPart } from '../../../../api/load-part.ts'
import { useStoreBrand } from '../../../../api/root-data.ts'
import { i18n } from '../../../../language/i18n.ts'
import { findFullVideos } from '../../../export/full-video.ts'
import { type Export, offlineMessage, useExport } from '../../../export/use-export.ts'
import type { EditorModel } from '../../../model/editor-model.ts'
import { loadDocumentFonts } from '../../../preview/load-fonts.ts'
import { resolvedFor } from '../../../preview/painting.ts'
import { isLocal, isUpload, type KnownAsset } from '../../../project/asset-library.ts'
import { projectApi } from '../../../project/project-api.ts'
import { computeExportSize } from './export-size.ts'

/** Why the server has to make a video. */
export type ServerRenderReason = ExportProblem | 'originals-in-account'

export interface VideoExport {
  exporting: Export
  /** Why this browser cannot make the whole video; undefined when it can. Known after the dialog has opened. */
  reason: ServerRenderReason | undefined
  /** Looks whether this browser can. */
  look: () => void
}

/** Not part of the page: fetched once an editor has nothing better to do, as it may be offline later. */
export const loadMaker = () => import('./export-video.ts')

const stages: Record<ExportProgress['stage'], MessageDescriptor> = {
  preparing: msg`Preparing your clips`,
  drawing: msg`Rendering frames`,
  finishing: msg`Finishing the video`,
}

export function useVideoExport(model: EditorModel): VideoExport {
  const { name: storeName } = useStoreBrand()
  const [reason, setReason] = useState<ServerRenderReason>()
  const exporting = useExport({
    medium: 'video',
    device: {
      async render(kind, { signal, onProgress }) {
        const order = await createExportOrder(model, kind, storeName)
        const { exportVideo } = await loadPart(loadMaker)
        const report = ({ stage, percent, secondsLeft }: ExportProgress) =>
          onProgress({ stage: i18n._(stages[stage]), percent, secondsLeft })
        const { file, ...video } = await exportVideo({ ...order, signal, onProgress: report })
        return { ...video, blob: file, name: order.fileName, format: 'mp4' }
      },
      describeError: describeExportError,
    },
  })
  return {
    exporting,
    reason,
    // What could not be found out is said when the video is made.
    look: () => void findReason(model).then(setReason, () => undefined),
  }
}

/** What is drawn, with everything it is drawn from. Rejects while the preview is not there. */
async function createExportOrder(model: EditorModel, kind: RenderKind, storeName: string) {
  const { preview, document, library, projectId, store, template } = model
  if (preview.get().status !== 'ready') throw new PreviewMissing()
  const isFull = kind === 'full'
  const watermark = isFull ? undefined : watermarkText(storeName)
  const plain = resolvedFor(document, store.getContent())
  const { document: resolved, fonts } = await loadDocumentFonts(plain, library, undefined, watermark)
  const needed = neededAssets(resolved)
  const text = template.templateName.match(/[\p{L}\p{M}\p{N}]+/gu)?.join('-') ?? 'video'
  return {
    document: resolved,
    fonts,
    files: {
      ...collectFiles(neededFiles(model)),
      ...(isFull && (await findFullVideos(projectApi, { projectId, document, needed }))),
    },
    size: computeExportSize(resolved, isFull),
    watermark,
    fileName: `${text}${isFull ? '' : '-preview'}.mp4`,
  }
}

function neededFiles({ preview, library }: EditorModel): KnownAsset[] {
  const shown = preview.get()
  if (shown.status !== 'ready') return []
  // Fonts are loaded by themselves.
  return neededAssets(shown.painting.getResolved())
    .flatMap((assetId) => library.find(assetId) ?? [])
    .filter(({ kind }) => kind !== 'font')
}

function collectFiles(assets: readonly KnownAsset[]): Record<string, Blob | string> {
  return Object.fromEntries(
    assets.flatMap(({ assetId, file, url }) => {
      const origin = file ?? url
      return origin === undefined ? [] : [[assetId, origin] as const]
    }),
  )
}

async function findReason(model: EditorModel): Promise<ServerRenderReason | undefined> {
  const shown = model.preview.get()
  if (shown.status !== 'ready') return undefined
  const assets = neededFiles(model)
  // Of what was uploaded this browser has a small copy for editing; the originals are the server's.
  if (assets.some(({ assetId, kind, file }) => isUpload(assetId) && !isLocal(assetId) && kind === 'video' && !file))
    return 'originals-in-account'
  const document = shown.painting.getResolved()
  const { findExportProblem } = await loadPart(loadMaker)
  // Every browser shows the pictures of the template; what was chosen here may be of any kind.
  const doubtful = assets.filter(({ kind, file }) => kind !== 'image' || file !== undefined)
  return findExportProblem({ document, files: collectFiles(doubtful), size: computeExportSize(document, true) }).catch(
    () => 'source-needs-server' as const,
  )
}

/** The preview, whose document is exported, is still loading. */
class PreviewMissing extends Error {}

/** The failures of sound and picture as the seeds say. */
const faultText: Record<ExportFault, MessageDescriptor> = {
  sound: msg`Failed to download video with audio. Please try again.`,
  picture: msg`Failed to download video. Please try again.`,
  'file-moved': msg`A file of this video was moved or changed after you added it. Please reload the page and choose it again.`,
  'no-space': msg`There is not enough space on this device for the video.`,
  storage: msg`The video could not be written.`,
  worker: msg`This device could not finish the video; it may be low on memory. Please try again, or render in the cloud.`,
}

/** An error of an export as the customer reads it. */
export function describeExportError(error: unknown): string {
  if (error instanceof ExportError) return i18n._(faultText[error.fault])
  if (error instanceof PreviewMissing) return t`The preview is still loading. Please try again.`
  return offlineMessage(error) ?? t`The video could not be made on this device. Please try again.`
}
