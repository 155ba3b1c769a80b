// Addresses of a template's full-size videos for customers who bought it. Editors draw with small copies; the addresses
// expire and do not exist before payment, so each export requests them.
import type { TemplateDocument } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import type { ProjectApi } from '../project/project-api.ts'

interface FullVideoNeeds {
  projectId: string
  document: Pick<TemplateDocument, 'assets'>
  /** All assets that will be drawn. */
  needed: readonly AssetId[]
}

/** Addresses of the template's videos among the assets, by asset id. Rejects when one of them is unavailable. */
export async function findFullVideos(
  { getDocument }: Pick<ProjectApi, 'getDocument'>,
  { projectId, document, needed }: FullVideoNeeds,
): Promise<Record<string, string>> {
  const videos = needed.filter((assetId) => isVideo(document.assets[assetId]?.kind))
  if (videos.length === 0) return {}
  const { assets } = await getDocument(projectId)
  return Object.fromEntries(
    videos.map((assetId) => {
      const url = assets[assetId]?.fullUrl
      if (url === undefined) throw new Error(`There is no address of the whole video ${assetId}`)
      return [assetId, url]
    }),
  )
}

function isVideo(kind: string | undefined): boolean {
  return kind === 'video' || kind === 'plate'
}
