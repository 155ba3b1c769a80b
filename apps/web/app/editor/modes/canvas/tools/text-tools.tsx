// Adding text: in the template's styles, or plain in three sizes.

import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { FontFace } from '@vitrine/document/document'
import type { TextLayer } from '@vitrine/document/layer'
import { everyLayer, isOwn } from '@vitrine/project/layer-list'
import { useRef } from 'react'
import { i18n } from '../../../../language/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { addText, draggable } from '../model/added-layer.ts'
import { useCanvas, useMeasured } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'
import { computeContrast } from '../model/palette.ts'
import { isGradient } from '../properties/color-box.tsx'
import { usePreviewFont } from '../properties/font-choice.tsx'
import { hexAt } from '../properties/selected.ts'
import { ToolGroup, ToolScroll } from './tool-scroll.tsx'

/** Sizes as shares of the canvas's shorter side. */
const plain = [
  { name: msg`Add a heading`, text: msg`Your heading`, share: 0.11 },
  { name: msg`Add a subheading`, text: msg`Your subheading`, share: 0.065 },
  { name: msg`Add small text`, text: msg`Your text`, share: 0.04 },
] as const

export function TextTools() {
  const canvas = useCanvas()
  useMeasured(() => canvas.version.get())
  const { width, height } = canvas.getSize()
  const styles = listTextStyles(canvas)
  return (
    <ToolScroll>
      <div className="flex flex-col gap-2">
        {plain.map(({ name, text, share }) => {
          const size = Math.round(Math.min(width, height) * share)
          const add = () => beginText(canvas, i18n._(text), { size })
          return (
            <Button key={name.id} variant="secondary" onClick={add} {...draggable(add)}>
              {i18n._(name)}
            </Button>
          )
        })}
      </div>
      {styles.length > 0 && (
        <ToolGroup title={t`Text styles`}>
          <ul className="flex flex-col gap-2">
            {styles.map((style) => (
              <li key={style.key}>
                <StyleButton style={style} onAdd={() => beginText(canvas, t`Your text`, style.look)} />
              </li>
            ))}
          </ul>
        </ToolGroup>
      )}
    </ToolScroll>
  )
}

/** Adds a text with its words selected, so that typing replaces them. */
function beginText(canvas: CanvasModel, text: string, look: Partial<TextLayer>): void {
  const layerId = addText(canvas, text, look)
  if (layerId !== undefined) canvas.editing.set({ kind: 'text', layerId })
}

interface TextStyle {
  key: string
  look: Partial<TextLayer>
  color: string
  background: string
}

const shownStyles = 8

/** The distinct text styles of the template, largest first. */
function listTextStyles(canvas: CanvasModel): TextStyle[] {
  const document = canvas.findResolved() ?? canvas.getDocument()
  const texts = everyLayer(document.layers)
    .filter((layer) => layer.type === 'text')
    .filter(({ id }) => !isOwn(id))
  const looks = texts.map(({ font, weight, style, size, fill, tracking, uppercase, stroke, shadow, lineHeight }) => ({
    font,
    ...(weight !== undefined && { weight }),
    ...(style !== undefined && { style }),
    size: Number(size),
    ...(fill !== undefined && { fill }),
    ...(tracking !== undefined && { tracking }),
    ...(uppercase !== undefined && { uppercase }),
    ...(stroke !== undefined && { stroke }),
    ...(shadow !== undefined && { shadow }),
    ...(lineHeight !== undefined && { lineHeight }),
  }))
  const background = hexAt(canvas, document.canvas.background, '#808080')
  const styles = looks
    .toSorted((a, b) => b.size - a.size)
    .map((look): TextStyle => {
      const paint = look.fill
      const color = hexAt(canvas, isGradient(paint) ? paint.stops[0]?.[1] : paint)
      return { key: [look.font, look.weight, look.style, color, look.uppercase].join(), look, color, background }
    })
  return [...new Map(styles.map((style) => [style.key, style])).values()].slice(0, shownStyles)
}

/** A sample of the style on the template's own ground. */
function StyleButton({ style, onAdd }: { style: TextStyle; onAdd: () => void }) {
  const canvas = useCanvas()
  const button = useRef<HTMLButtonElement>(null)
  const { look, color, background } = style
  const font = look.font ?? ''
  const face = canvas
    .getDocument()
    .fonts.filter(({ family }) => family === look.font)
    .toSorted((a, b) => distance(a, look) - distance(b, look))[0]
  const name = usePreviewFont(button, face?.src, face && canvas.editor.library.find(face.src)?.url)
  return (
    <button
      ref={button}
      type="button"
      aria-label={t`Your text, in ${font}`}
      title={look.font}
      onClick={onAdd}
      {...draggable(onAdd)}
      className="flex h-16 w-full items-center justify-center overflow-hidden rounded-control border border-line px-3 text-title transition-colors hover:border-edge"
      style={{
        color,
        backgroundColor: readableGround(color, background),
        ...(name && { fontFamily: `"${name}", var(--font-sans)` }),
        ...(look.uppercase && { textTransform: 'uppercase' }),
        letterSpacing: `${(look.tracking ?? 0) / 1000}em`,
      }}
    >
      <Trans>Your text</Trans>
    </button>
  )
}

function distance(face: FontFace, { weight, style }: Partial<TextLayer>): number {
  return (
    Math.abs((face.weight ?? 400) - (weight ?? 400)) + ((face.style ?? 'normal') === (style ?? 'normal') ? 0 : 1000)
  )
}

/** The template's background if a colour is readable on it, else black or white. */
function readableGround(color: string, background: string): string {
  const [ink, paper] = ['#000000', '#ffffff']
  if (computeContrast(color, background) >= 4.5) return background
  return computeContrast(color, ink) > computeContrast(color, paper) ? ink : paper
}
