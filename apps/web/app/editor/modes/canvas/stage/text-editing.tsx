// Editing text on the stage: a textarea exactly over the text, in its font, size, colour and rotation, while the stage
// hides the text. An ordinary textarea works with every keyboard and writing system.

import { t } from '@lingui/core/macro'
import type { FontFace } from '@vitrine/document/document'
import { compileColor } from '@vitrine/document/evaluate'
import type { TextLayer } from '@vitrine/document/layer'
import { type CSSProperties, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useObservable } from '../../../../api/observable.ts'
import { findFallbackUrl } from '../../../preview/load-fonts.ts'
import { focusStage, useCanvas } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'
import { cacheForDrag } from '../model/drag-cache.ts'
import { applyContentEdits, createContentEdit, findFieldOfLayer, readText } from '../model/layer-content.ts'
import { toCssMatrix } from '../model/view.ts'
import { zoomToText } from '../model/view-actions.ts'
import { loadPreviewFont } from '../properties/font-choice.tsx'

export function TextEditing({ layerId }: { layerId: string }) {
  const canvas = useCanvas()
  const box = useRef<HTMLTextAreaElement>(null)
  const view = useObservable(canvas.view)
  useObservable(canvas.version)
  const content = readText(canvas, layerId)
  // Typed text is shown at once, even before the picture is painted.
  const [shown, setShown] = useState(content)
  const layer = canvas.findResolvedLayer(layerId)
  const place = canvas.findPlace(layerId)
  const text = layer?.type === 'text' ? layer : undefined
  const family = useFamily(canvas, text)
  useWithoutText(canvas, layerId)
  // A new text is drawn a moment later.
  const isDrawn = text !== undefined && place !== undefined
  useEffect(() => {
    if (!isDrawn) return
    box.current?.focus({ preventScroll: true })
    box.current?.select()
  }, [isDrawn])
  useEffect(() => zoomToText(canvas, layerId), [canvas, layerId])
  useEffect(() => setShown(content), [content])
  const fontSize = text ? (canvas.findFontSize(layerId) ?? Number(text.size)) : 0
  useLayoutEffect(() => {
    const target = box.current
    if (!target || !text || shown === undefined || family === null || fontSize <= 0) return
    target.style.height = '0px'
    const high = target.scrollHeight
    target.style.height = `${high}px`
    const free = text.box[3] - high
    const share = text.valign === 'bottom' ? 1 : text.valign === 'middle' ? 0.5 : 0
    target.style.top = text.valign === 'baseline' ? `${-fontSize}px` : `${free * share}px`
  }, [text, shown, family, fontSize])
  if (!text || !place) return null
  const done = () => {
    canvas.editor.store.endGroup()
    canvas.editing.set(undefined)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    done()
    focusStage()
  }
  const name = canvas.findLayerName(layerId)
  return (
    <div
      data-stage-editing
      className="absolute top-1/2 left-1/2 origin-top-left outline outline-marigold outline-dashed"
      style={{
        width: text.box[2],
        height: text.box[3],
        transform: toCssMatrix(view, canvas.getSize(), place.matrix, { x: 0, y: 0 }),
      }}
    >
      <textarea
        ref={box}
        aria-label={t`Text of ${name}`}
        dir="auto"
        spellCheck
        value={shown}
        onChange={(event) => {
          setShown(event.currentTarget.value)
          write(canvas, layerId, event.currentTarget.value)
        }}
        onKeyDown={press}
        onBlur={() => {
          // Another window takes the focus, too; editing continues when this one regains it.
          if (document.hasFocus()) done()
        }}
        className="absolute left-0 w-full resize-none overflow-hidden bg-transparent p-0 caret-marigold outline-none"
        style={createTextLook(text, fontSize, family)}
      />
    </div>
  )
}

function write(canvas: CanvasModel, layerId: string, content: string): void {
  const field = findFieldOfLayer(canvas, layerId)
  const name = field?.label ?? ''
  applyContentEdits(canvas, [createContentEdit({ layerId, field }, 'text', content)], {
    label: field ? t`Edit ${name}` : t`Edit text`,
    group: `words:${layerId}`,
  })
}

/** Shows the picture without the text that is being edited. */
function useWithoutText(canvas: CanvasModel, layerId: string): void {
  useEffect(() => {
    let dragCache = cacheForDrag(canvas, [layerId])
    dragCache?.hide()
    // A repainted picture, for example after a font has loaded, must leave out the text again.
    const end = canvas.editor.preview.subscribe(() => {
      dragCache?.release()
      dragCache = cacheForDrag(canvas, [layerId])
      dragCache?.hide()
    })
    return () => {
      end()
      dragCache?.release()
    }
  }, [canvas, layerId])
}

/** CSS names of the text's fonts, the layer's own first; null until they are known. */
function useFamily(canvas: CanvasModel, text: TextLayer | undefined): string | undefined | null {
  const [family, setFamily] = useState<string | undefined | null>(null)
  const sources = text ? listClosestFaces(canvas, text).join() : ''
  useEffect(() => {
    let isUnmounted = false
    const faces = sources.split(',').flatMap((src) => {
      const url = canvas.editor.library.find(src)?.url ?? findFallbackUrl(src as FontFace['src'])
      return url ? [loadPreviewFont(src, url)] : []
    })
    // A font that cannot be loaded is left out: fallbacks replace it, as in the picture.
    void Promise.allSettled(faces).then((all) => {
      const names = all.flatMap((item) => (item.status === 'fulfilled' ? [`"${item.value}"`] : []))
      if (!isUnmounted) setFamily(names.length > 0 ? names.join(', ') : undefined)
    })
    return () => {
      isUnmounted = true
    }
  }, [canvas, sources])
  return family
}

/** The font of each family that is closest to the text's style, in the order of the painter. */
function listClosestFaces(canvas: CanvasModel, { font, weight = 400, style = 'normal' }: TextLayer): string[] {
  const { fonts } = canvas.findResolved() ?? canvas.getDocument()
  const faces = fonts.filter(({ covers }) => covers !== 'emoji')
  const distance = (face: { weight?: number; style?: string }) =>
    Math.abs((face.weight ?? 400) - weight) + ((face.style ?? 'normal') === style ? 0 : 1000)
  const families = [...new Set([font, ...faces.map(({ family }) => family)])]
  return families.flatMap((family) => {
    const own = faces.filter((face) => face.family === family)
    return own.toSorted((a, b) => distance(a) - distance(b))[0]?.src ?? []
  })
}

const cssAlign: Partial<Record<NonNullable<TextLayer['align']>, CSSProperties['textAlign']>> = {
  center: 'center',
  right: 'right',
  end: 'end',
  left: 'left',
  start: 'start',
}

function createTextLook(text: TextLayer, fontSize: number, family: string | undefined | null): CSSProperties {
  const { align = 'start', lineHeight = 1.2, tracking = 0, uppercase, smallCaps, wrap } = text
  const isPlain = typeof text.fill !== 'object' || text.fill === null || !('gradient' in text.fill)
  const color = isPlain ? compileColor(text.fill as Parameters<typeof compileColor>[0], '#000').at(text.in) : undefined
  return {
    fontFamily: family ? `${family}, sans-serif` : 'sans-serif',
    // The file already has the weight, so the browser must not synthesize bold.
    fontWeight: 400,
    fontSynthesis: 'none',
    fontSize,
    lineHeight,
    letterSpacing: `${tracking / 1000}em`,
    textAlign: cssAlign[align] ?? 'justify',
    ...(color !== undefined && { color }),
    ...(uppercase && { textTransform: 'uppercase' }),
    ...(smallCaps && { fontVariantCaps: 'small-caps', fontSynthesis: 'small-caps' }),
    ...(wrap === 'none' && { whiteSpace: 'pre' }),
    ...(wrap === 'balance' && { textWrap: 'balance' }),
  }
}
