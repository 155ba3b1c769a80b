// Deletes everything that this device stores of one project.
import type { DraftStore } from './draft-store.ts'
import type { GuestProjects } from './guest-project.ts'
import type { LocalFiles } from './local-file-store.ts'

interface DeviceStores {
  drafts: DraftStore
  localFiles: Pick<LocalFiles, 'list' | 'forget'>
  guestProjects: GuestProjects
}

export async function forgetOnDevice({ drafts, localFiles, guestProjects }: DeviceStores, projectId: string) {
  await guestProjects.forget(projectId)
  await drafts.keepDraft(projectId, undefined)
  await drafts.keepHistory(projectId, undefined)
  for (const { localId } of await drafts.listFiles(projectId)) await drafts.forgetFile(localId)
  for (const { localId } of await localFiles.list((file) => file.projectId === projectId))
    await localFiles.forget(localId)
}
