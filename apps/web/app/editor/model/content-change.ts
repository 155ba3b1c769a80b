// Changes of the whole content: its aspect ratio, lost files, a newer project from elsewhere, an earlier version.

import { t } from '@lingui/core/macro'
import type { TemplateDocument } from '@vitrine/document/document'
import { changeShape } from '@vitrine/project/difference'
import { applyVariant } from '@vitrine/project/variant'
import type { Observable } from '../../api/observable.ts'
import type { Size } from '../cropper/crop.ts'
import { type AssetLibrary, isLocal } from '../project/asset-library.ts'
import { type Autosave, readContent } from '../project/autosave.ts'
import { shapedFor } from '../project/edited-document.ts'
import { listFiles, withFileReplaced } from '../project/local-file.ts'
import { listContents, type ProjectContent, type ProjectStore } from '../project/project-store.ts'
import { noteAbsentFiles } from '../project/unsent-file.ts'

/** Finds the files that the content and its undo steps refer to. Removes local ids whose files are lost. */
export function findFiles(document: TemplateDocument, store: ProjectStore, library: AssetLibrary): void {
  const contents = listContents(store.getHistory())
  for (const content of contents) noteAbsentFiles(library, content)
  const unknown = new Set(contents.flatMap(listFiles).filter((assetId) => !library.find(assetId)))
  // A local id without its file can never be uploaded, for example after the browser cleared its storage.
  for (const lost of [...unknown].filter(isLocal))
    store.rewrite((content) => withFileReplaced(document, content, lost, undefined))
  // The file belongs to an earlier step; the current project does not use it.
  if (![...unknown].every(isLocal)) library.loadUploads()
}

/** Resolves a conflict with the server's version. */
export function loadNewer(autosave: Autosave, store: ProjectStore): void {
  const state = autosave.getState()
  if (state.status !== 'conflict') return
  autosave.resolveConflict('theirs')
  // Loading is an undo step, so undoing it restores the customer's own version.
  store.load(readContent(state.theirs))
}

/** Picks another aspect ratio. Layers that the customer added keep their place. */
export function pickShape(store: ProjectStore, document: TemplateDocument, aspect: string | null): void {
  const content = store.getContent()
  const [from, to] = [shapedFor(document, content), shapedFor(document, { ...content, aspect })]
  store.setAspect(aspect, changeShape(from, to, content.difference))
}

/** Pixels of the video in the content's aspect ratio. */
export function computeShape(document: TemplateDocument, { aspect }: ProjectContent): Size {
  const { width, height } = applyVariant(document, aspect ?? undefined).canvas
  return { width, height }
}

/** An earlier version of the project on the stage. */
export interface ShownVersion {
  versionId: string
  content: ProjectContent
  /** 'For mother', 'Today, 14:05' */
  label: string
}

interface VersionViewingSettings {
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
