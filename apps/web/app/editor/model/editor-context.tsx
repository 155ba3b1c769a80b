// React context of an open editor, with hooks that each subscribe to one part of its model.
import type { Field, FieldValue } from '@vitrine/document/field'
import { fieldValue as valueOfField } from '@vitrine/project/resolve'
import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useObservable } from '../../api/observable.ts'
import type { Transport } from '../preview/player.ts'
import type { AssetLibrary, KnownAsset } from '../project/asset-library.ts'
import type { UploadState } from '../project/uploads.ts'
import type { EditorModel } from './editor-model.ts'

export const EditorContext = createContext<EditorModel | undefined>(undefined)

/** The model of the editor around this component. */
export function useEditor(): EditorModel {
  const model = use(EditorContext)
  if (!model) throw new Error('This component belongs inside an open editor')
  return model
}

/** The model for actions that every editor has. */
export function useActionModel(): { readonly editor: EditorModel } {
  const editor = useEditor()
  return useMemo(() => ({ editor }), [editor])
}

/** The content of a field: the customer's value or the default. Changes of other fields do not rerender the caller. */
export function useFieldValue(field: Field): FieldValue | undefined {
  const { store } = useEditor()
  const readValue = () => store.getContent().values[field.id]
  const value = useSyncExternalStore(store.subscribe, readValue, readValue)
  return value === undefined ? valueOfField(field, {}) : valueOfField(field, { [field.id]: value })
}

/** Whether the customer has changed the field. */
export function useIsChanged(fieldId: string): boolean {
  const { store } = useEditor()
  const isChanged = () => store.getContent().values[fieldId] !== undefined
  return useSyncExternalStore(store.subscribe, isChanged, isChanged)
}

export function useTransport(): Transport {
  const { player } = useEditor()
  return useSyncExternalStore(player.onTransport, player.getTransport, player.getTransport)
}

/** Uploads that are running or have failed. */
export function useUploads(): readonly UploadState[] {
  const { uploads } = useEditor()
  return useSyncExternalStore(uploads.subscribe, uploads.list, uploads.list)
}

/** Rerenders the caller whenever the facts about any file change. */
export function useLibraryVersion(): number {
  const { library } = useEditor()
  return useSyncExternalStore(library.subscribe, library.getVersion, library.getVersion)
}

/** The customer's uploads, newest first; older ones load later. For visitors, the files on this device. */
export function useCustomerUploads(library: AssetLibrary): readonly KnownAsset[] {
  const { isGuest } = useEditor()
  useEffect(() => library.loadUploads(), [library])
  useSyncExternalStore(library.subscribe, library.getVersion, library.getVersion)
  return library.listUploads(useObservable(isGuest))
}
