// React context of an open canvas editor, with hooks that each subscribe to one part of its model.
import { createContext, type ReactNode, use, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useObservable } from '../../../../api/observable.ts'
import { EditorContext } from '../../../model/editor-context.tsx'
import { type CanvasModel, createCanvasModel } from './canvas-model.ts'
import type { LayerEntry } from './layer-entry.ts'

export const CanvasContext = createContext<CanvasModel | undefined>(undefined)

interface WithCanvasProps extends Pick<CanvasModel, 'editor' | 'keepsDesign'> {
  children: ReactNode
}

/** Provides an editor and a new canvas to its children while it is mounted. */
export function WithCanvas({ editor, keepsDesign, children }: WithCanvasProps) {
  const [canvas, setCanvas] = useState<CanvasModel>()
  useEffect(() => {
    const opened = createCanvasModel(editor, { keepsDesign })
    setCanvas(opened)
    return opened.close
  }, [editor, keepsDesign])
  if (!canvas) return null
  return (
    <EditorContext value={editor}>
      <CanvasContext value={canvas}>{children}</CanvasContext>
    </EditorContext>
  )
}

/** The model of the canvas editor around this component. */
export function useCanvas(): CanvasModel {
  const model = use(CanvasContext)
  if (!model) throw new Error('This component belongs inside an open canvas editor')
  return model
}

/** Ids of the selected layers. */
export function useSelection(): readonly string[] {
  return useObservable(useCanvas().selection)
}

/** All layers, top first. */
export function useLayers(): readonly LayerEntry[] {
  const canvas = useCanvas()
  return useSyncExternalStore(canvas.editor.store.subscribe, canvas.layers, canvas.layers)
}

/**
 * A value derived from the model, computed again after every change of the document or the picture. Must be a
 * primitive.
 */
export function useMeasured<T extends string | number | boolean | undefined>(read: (canvas: CanvasModel) => T): T {
  const canvas = useCanvas()
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [canvas.version.subscribe(listener), canvas.selection.subscribe(listener)]
      return () => {
        for (const end of ends) end()
      }
    },
    [canvas],
  )
  const get = () => read(canvas)
  return useSyncExternalStore(subscribe, get, get)
}

/** Focuses the stage, where keys move, delete and edit the selection. */
export function focusStage(): void {
  document.querySelector<HTMLElement>('[data-canvas-stage]')?.focus({ preventScroll: true })
}
