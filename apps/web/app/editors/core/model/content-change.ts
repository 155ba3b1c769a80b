// Changes of the content as a whole: its shape, lost files, the newer project of elsewhere.
import { changeShape } from '@vitrine/composition/change-shape'
import type { TemplateDocument } from '@vitrine/composition/document'
import { applyVariant } from '@vitrine/composition/variant'
import type { Size } from '../cropper/crop.ts'
import type { AssetLibrary } from '../project/asset-library.ts'
import { type Autosave, contentOf } from '../project/autosave.ts'
import { shapedFor } from '../project/edited-document.ts'
import { listLocalFiles, withFileReplaced } from '../project/local-file.ts'
import type { ProjectContent, ProjectStore } from '../project/project-store.ts'

/** Takes local ids without their files out of the content. */
export function forgetLost(document: TemplateDocument, store: ProjectStore, library: AssetLibrary): void {
  for (const lost of listLocalFiles(store.getContent()).filter((assetId) => !library.find(assetId)))
    store.rewrite((content) => withFileReplaced(document, content, lost, undefined))
}

/** Ends a conflict with what the server has. */
export function loadNewer(autosave: Autosave, store: ProjectStore): void {
  const state = autosave.getState()
  if (state.status !== 'conflict') return
  autosave.resolveConflict('theirs')
  // Loaded as a step of the history: undoing brings one's own version back.
  store.load(contentOf(state.theirs))
}

/** Picks another shape; layers that the customer added go to the same place of it. */
export function pickShape(store: ProjectStore, document: TemplateDocument, aspect: string | null): void {
  const content = store.getContent()
  const [from, to] = [shapedFor(document, content), shapedFor(document, { ...content, aspect })]
  store.setAspect(aspect, changeShape(from, to, content.difference))
}

/** Pixels of the video in the shape that content picks. */
export function shapeOf(document: TemplateDocument, { aspect }: ProjectContent): Size {
  const { width, height } = applyVariant(document, aspect ?? undefined).canvas
  return { width, height }
}
