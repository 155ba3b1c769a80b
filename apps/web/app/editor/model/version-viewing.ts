// Shows an earlier version of the project, and restores it.
import { t } from '@lingui/core/macro'
import type { Observable } from '../../api/observable.ts'
import type { Autosave } from '../project/autosave.ts'
import type { ProjectContent, ProjectStore } from '../project/project-store.ts'

/** An earlier version of the project on the stage. */
export interface ShownVersion {
  versionId: string
  content: ProjectContent
  /** 'For mother', 'Today, 14:05' */
  label: string
}

export interface VersionViewingSettings {
  shownVersion: Observable<ShownVersion | undefined>
  autosave: Pick<Autosave, 'flush' | 'keepReplaced'>
  store: Pick<ProjectStore, 'load'>
  announcement: Observable<string>
  /** Repaints the stage. */
  show: () => void
}

/** The parts of `EditorModel` that show and restore versions; it documents them. */
export function createVersionViewing({ shownVersion, autosave, store, announcement, show }: VersionViewingSettings) {
  return {
    lookAt(version: ShownVersion | undefined) {
      shownVersion.set(version)
      show()
      const name = version?.label
      announcement.set(name === undefined ? t`Back to the current version.` : t`Viewing ${name}. Nothing has changed.`)
    },
    async restoreShown() {
      const version = shownVersion.get()
      if (!version) return
      await autosave.flush()
      shownVersion.set(undefined)
      autosave.keepReplaced()
      store.load(version.content)
      show()
      const name = version.label
      announcement.set(t`Restored: ${name}. Undo reverts it.`)
    },
  }
}
