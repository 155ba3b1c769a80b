// Changes of the content as a whole: its shape, lost files, the newer project of elsewhere.

import type { TemplateDocument } from '@vitrine/document/document'
import { changeShape } from '@vitrine/project/change-shape'
import { applyVariant } from '@vitrine/project/variant'
import type { Size } from '../cropper/crop.ts'
import { type AssetLibrary, isLocal } from '../project/asset-library.ts'
import { type Autosave, readContent } from '../project/autosave.ts'
import { shapedFor } from '../project/edited-document.ts'
import { listFiles, withFileReplaced } from '../project/local-file.ts'
import { listContents, type ProjectContent, type ProjectStore } from '../project/project-store.ts'
import { noteAbsentFiles } from '../project/unsent-file.ts'

/** Finds the files that the present and the steps name. Local ids without their files are taken out. */
export function findFiles(document: TemplateDocument, store: ProjectStore, library: AssetLibrary): void {
  const contents = listContents(store.getHistory())
  for (const content of contents) noteAbsentFiles(library, content)
  const unknown = new Set(contents.flatMap(listFiles).filter((assetId) => !library.find(assetId)))
  // A local id without its file, such as after the browser cleared its storage, can never arrive.
  for (const lost of [...unknown].filter(isLocal))
    store.rewrite((content) => withFileReplaced(document, content, lost, undefined))
  // Of an earlier step: the project does not use it any more.
  if (![...unknown].every(isLocal)) library.loadUploads()
}

/** Ends a conflict with what the server has. */
export function loadNewer(autosave: Autosave, store: ProjectStore): void {
  const state = autosave.getState()
  if (state.status !== 'conflict') return
  autosave.resolveConflict('theirs')
  // Loaded as a step of the history: undoing brings one's own version back.
  store.load(readContent(state.theirs))
}

/** Picks another shape; layers that the customer added go to the same place of it. */
export function pickShape(store: ProjectStore, document: TemplateDocument, aspect: string | null): void {
  const content = store.getContent()
  const [from, to] = [shapedFor(document, content), shapedFor(document, { ...content, aspect })]
  store.setAspect(aspect, changeShape(from, to, content.difference))
}

/** Pixels of the video in the shape that content picks. */
export function computeShape(document: TemplateDocument, { aspect }: ProjectContent): Size {
  const { width, height } = applyVariant(document, aspect ?? undefined).canvas
  return { width, height }
}
