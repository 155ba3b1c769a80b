// A visitor's open editor for component tests: the real model, without a server and with an empty device.

import type { Template } from '@vitrine/contract/catalogue'
import type { TemplateDocument } from '@vitrine/document/document'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { EditorContext } from '../app/editor/model/editor-context.tsx'
import { createEditorModel, type EditorModel, type EditorServices } from '../app/editor/model/editor-model.ts'
import type { LoadedEditor } from '../app/editor/model/load-editor.ts'
import type { DraftStore } from '../app/editor/project/draft-store.ts'
import { renderPage } from './render-page.tsx'

const nothingKept: DraftStore = {
  open: () => undefined,
  findDraft: async () => undefined,
  keepDraft: async () => true,
  findHistory: async () => undefined,
  keepHistory: async () => true,
  listFiles: async () => [],
  keepFile: async () => true,
  forgetFile: async () => true,
}

/** A device that stores work, its content from an earlier visit, and the catalogue's entry of the template. */
interface Device {
  template?: Template
  drafts?: DraftStore
  loaded?: Pick<LoadedEditor, 'draft' | 'history'>
}

/** Opens a document and renders a part of its editor until the test ends. */
export function openEditor(document: TemplateDocument, part: ReactNode, device: Device = {}): EditorModel {
  const names = { projectId: 'p', templateId: 't', templateName: 'Story', name: 'Story', documentHash: 'h' }
  const loaded = {
    template: { ...names, ...device.template },
    document,
    addresses: {},
    project: { ...names, values: {}, difference: {}, aspect: null, timeline: null, revision: 0 },
    ...{ draft: undefined, storedFiles: [], localFiles: [], uploads: [], renders: [] },
    guest: { ...names, guestId: 'g', openedAt: 0 },
    ...device.loaded,
  } as unknown as LoadedEditor
  const model = createEditorModel(loaded, {
    drafts: device.drafts ?? nothingKept,
    api: {},
  } as unknown as EditorServices)
  model.open()
  model.setCanvas(globalThis.document.createElement('canvas'))
  renderPage(<EditorContext value={model}>{part}</EditorContext>, { at: '/edit' })
  onTestFinished(() => model.close())
  return model
}
