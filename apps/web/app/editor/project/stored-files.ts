// Finds files of clips that this device stored on an earlier visit. Every editor does this on opening, because it would
// otherwise treat their clips as lost.

import type { UnsentFile } from '@vitrine/document/clip'
import type { AssetId } from '@vitrine/document/field'
import type { KnownAsset } from './asset-library.ts'
import { createLocalFiles } from './local-file-store.ts'

export const localFiles = createLocalFiles()

/**
 * Files of a project's timeline that were chosen on this device in an earlier visit, including listed files that came
 * with a copy of another project. A file that the browser can no longer read is returned by name only: its clips stay,
 * and the customer can choose it again.
 */
export async function findStoredFiles(projectId: string, unsent: readonly UnsentFile[] = []): Promise<KnownAsset[]> {
  const recorded = new Set(unsent.map(({ asset }) => asset))
  const stored = await localFiles.list(
    (localFile) => localFile.projectId === projectId || recorded.has(localFile.localId),
  )
  return Promise.all(
    stored.map(async ({ localId, kind, fileName }) => {
      const restored = await localFiles.restore(localId)
      return restored.status === 'ready'
        ? localAsset(localId, restored.file, kind)
        : missingAsset(localId, kind, fileName)
    }),
  )
}

/** A file of clips that is missing on this device. */
export function missingAsset(assetId: AssetId, kind: KnownAsset['kind'], fileName: string | undefined): KnownAsset {
  return {
    assetId,
    kind,
    width: undefined,
    height: undefined,
    durationSeconds: undefined,
    fileName,
    url: undefined,
    file: undefined,
  }
}

/** A chosen file that has not been read yet. */
export function localAsset(assetId: AssetId, file: File, kind: KnownAsset['kind']): KnownAsset {
  return { ...missingAsset(assetId, kind, file.name), file }
}
