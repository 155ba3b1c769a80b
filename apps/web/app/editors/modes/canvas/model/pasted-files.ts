// Files that only this device has, in layers copied from another project of the same visitor.
import type { AssetId } from '@vitrine/composition/field'
import type { Layer } from '@vitrine/composition/layer'
import { type AssetLibrary, isLocal } from '../../../core/project/asset-library.ts'
import { drafts, guestProjects } from '../../../core/project/device-stores.ts'
import type { StoredFile } from '../../../core/project/draft-store.ts'
import { kindOf } from '../../../core/project/file-kind.ts'
import { listOwnGuestProjects } from '../../../core/project/guest-project.ts'
import type { Uploads } from '../../../core/project/uploads.ts'

interface Adopting {
  library: Pick<AssetLibrary, 'find'>
  uploads: Pick<Uploads, 'add'>
  listFiles: () => Promise<readonly StoredFile[]>
}

/** Of all projects of the visitor who is here now; those of earlier visitors of this device are not theirs. */
export async function listVisitorFiles(): Promise<StoredFile[]> {
  const own = await listOwnGuestProjects(guestProjects)
  return (await Promise.all(own.map(({ projectId }) => drafts.listFiles(projectId)))).flat()
}

/**
 * Makes the files of the layers files of the project that is open, each under an id of its own: the other project may be
 * deleted. Files that are not found stay as they are named.
 */
export async function adoptFiles(
  layers: readonly Layer[],
  { library, uploads, listFiles }: Adopting,
): Promise<readonly Layer[]> {
  const stored = new Map((await listFiles()).map((file) => [file.localId as string, file.file]))
  const adopted = new Map<string, AssetId>()
  const adopt = (text: string): string => {
    const file = stored.get(text)
    const kind = file && kindOf(file)
    if (!isLocal(text) || library.find(text as AssetId) || !file || !kind) return text
    const id = adopted.get(text) ?? uploads.add(file, kind)
    adopted.set(text, id)
    return id
  }
  const json = JSON.stringify(layers, (_key, value: unknown) => (typeof value === 'string' ? adopt(value) : value))
  return JSON.parse(json) as Layer[]
}
