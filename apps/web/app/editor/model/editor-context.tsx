// React context of an open editor, with hooks that subscribe to one part of its model each.
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

/** What a field holds: the customer's value or the default. Other fields' changes do not render the caller again. */
export function useFieldValue(field: Field): FieldValue | undefined {
  const { store } = useEditor()
  const given = () => store.getContent().values[field.id]
  const value = useSyncExternalStore(store.subscribe, given, given)
  return value === undefined ? valueOfField(field, {}) : valueOfField(field, { [field.id]: value })
}

/** Whether the customer has put anything into the field. */
export function useIsChanged(fieldId: string): boolean {
  const { store } = useEditor()
  const isChanged = () => store.getContent().values[fieldId] !== undefined
  return useSyncExternalStore(store.subscribe, isChanged, isChanged)
}

export function useTransport(): Transport {
  const { player } = useEditor()
  return useSyncExternalStore(player.onTransport, player.getTransport, player.getTransport)
}

/** Files on their way or stuck. */
export function useUploads(): readonly UploadState[] {
  const { uploads } = useEditor()
  return useSyncExternalStore(uploads.subscribe, uploads.list, uploads.list)
}

/** Renders again when anything becomes known about any file. */
export function useLibraryVersion(): number {
  const { library } = useEditor()
  return useSyncExternalStore(library.subscribe, library.getVersion, library.getVersion)
}

/** The customer's uploads, newest first; the older ones a moment later. A visitor's are the files on this device. */
export function useCustomerUploads(library: AssetLibrary): readonly KnownAsset[] {
  const { isGuest } = useEditor()
  useEffect(() => library.loadUploads(), [library])
  useSyncExternalStore(library.subscribe, library.getVersion, library.getVersion)
  return library.listUploads(useObservable(isGuest))
}
