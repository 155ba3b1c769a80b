// The first tools of a selected layer on phones: text, font, size and colour, or the crop of a photo.
import { select, t } from '@lingui/core/macro'
import type { MediaLayer, ShapeLayer, SolidLayer, TextLayer } from '@vitrine/document/layer'
import AlignCenter from 'lucide-react/icons/align-center'
import AlignLeft from 'lucide-react/icons/align-left'
import AlignRight from 'lucide-react/icons/align-right'
import Images from 'lucide-react/icons/images'
import Minus from 'lucide-react/icons/minus'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Type from 'lucide-react/icons/type'
import type { ReactNode } from 'react'
import { IconButton } from '../../../../ui/button.tsx'
import { ActionButton } from '../../../actions/action-button.tsx'
import { enterLayer } from '../actions/canvas-actions.tsx'
import { useCanvas } from '../model/canvas-context.tsx'
import { isGradient } from '../properties/color-box.tsx'
import { hexAt, type Selected, useEditing, useSelected } from '../properties/selected.ts'

/** Renders nothing for several layers, or for a layer without tools. */
export function QuickTools() {
  const [only, ...others] = useSelected()
  if (!only || others.length > 0 || only.entry.isLocked) return null
  const { resolved } = only
  if (resolved.type === 'text') return <TextQuickTools one={only} layer={resolved} />
  if (resolved.type === 'media') return <MediaQuickTools one={only} layer={resolved} />
  if (resolved.type === 'shape' || resolved.type === 'solid') return <LookTool one={only} layer={resolved} />
  return null
}

function Tools({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset aria-label={label} className="flex items-center border-e border-line px-1">
      {children}
    </fieldset>
  )
}

const SIZE_STEP = 1.1
const sides = ['left', 'center', 'right'] as const
const sideIcons = { left: AlignLeft, center: AlignCenter, right: AlignRight }

function TextQuickTools({ one, layer }: { one: Selected; layer: TextLayer }) {
  const canvas = useCanvas()
  const editing = useEditing()
  const { id, locks } = one.entry
  const { font } = layer
  const set = (label: string, property: keyof TextLayer, value: unknown, group?: string) =>
    editing.set(label, [{ layer: id, property, value }], group)
  const resize = (factor: number) =>
    set(t`Change font size`, 'size', Math.round(Number(layer.size) * factor * 10) / 10, `size:${id}`)
  const side = sides.find((side) => side === layer.align) ?? 'left'
  const next = sides[(sides.indexOf(side) + 1) % sides.length] ?? 'left'
  const SideIcon = sideIcons[side]
  return (
    <Tools label={t`Text`}>
      {!locks.content && <ActionButton action={enterLayer} model={canvas} />}
      {!locks.style && (
        <>
          <IconButton label={t`Font: ${font}`} onClick={() => canvas.requestedPanel.set('edit')}>
            <Type aria-hidden="true" size={18} />
          </IconButton>
          <IconButton label={t`Smaller text`} onClick={() => resize(1 / SIZE_STEP)}>
            <Minus aria-hidden="true" size={16} />
          </IconButton>
          <output aria-label={t`Font size`} className="min-w-7 text-center text-caption tabular-nums">
            {Math.round(Number(layer.size))}
          </output>
          <IconButton label={t`Larger text`} onClick={() => resize(SIZE_STEP)}>
            <Plus aria-hidden="true" size={16} />
          </IconButton>
          <ColorTool
            label={t`Text colour`}
            color={hexAt(canvas, isGradient(layer.fill) ? layer.fill.stops[0]?.[1] : layer.fill)}
            onColor={(color) => set(t`Change colour`, 'fill', color, editing.drag())}
            onEnd={editing.endDrag}
          />
          <IconButton
            label={t`Align ${select(next, { left: 'left', center: 'center', other: 'right' })}`}
            onClick={() => set(t`Align text`, 'align', next)}
          >
            <SideIcon aria-hidden="true" size={18} />
          </IconButton>
        </>
      )}
    </Tools>
  )
}

function MediaQuickTools({ one, layer }: { one: Selected; layer: MediaLayer }) {
  const canvas = useCanvas()
  if (one.entry.locks.content) return null
  const hasPhoto =
    canvas.editor.library.find(typeof layer.source === 'string' ? layer.source : readAssetId(layer)) !== undefined
  return (
    <Tools label={t`Photo`}>
      {hasPhoto && <ActionButton action={enterLayer} model={canvas} label={t`Crop`} />}
      <IconButton label={t`Replace photo`} onClick={() => canvas.requestedPanel.set('edit')}>
        <Images aria-hidden="true" size={18} />
      </IconButton>
    </Tools>
  )
}

function readAssetId({ source }: MediaLayer): string {
  return typeof source === 'object' && 'asset' in source ? source.asset : ''
}

/** Shapes may have several colours, which are chosen in the panel. */
function LookTool({ one, layer }: { one: Selected; layer: ShapeLayer | SolidLayer }) {
  const canvas = useCanvas()
  const editing = useEditing()
  if (one.entry.locks.style) return null
  if (layer.type === 'shape')
    return (
      <Tools label={t`Shape`}>
        <IconButton label={t`Change the colours`} onClick={() => canvas.requestedPanel.set('edit')}>
          <Pencil aria-hidden="true" size={18} />
        </IconButton>
      </Tools>
    )
  return (
    <Tools label={t`Background`}>
      <ColorTool
        label={t`Colour`}
        color={hexAt(canvas, isGradient(layer.color) ? layer.color.stops[0]?.[1] : layer.color)}
        onColor={(color) =>
          editing.set(t`Change colour`, [{ layer: one.entry.id, property: 'color', value: color }], editing.drag())
        }
        onEnd={editing.endDrag}
      />
    </Tools>
  )
}

type ColorToolProps = { label: string; color: string; onColor: (color: string) => void; onEnd: () => void }

/** The system's colour picker behind a swatch. */
function ColorTool({ label, color, onColor, onEnd }: ColorToolProps) {
  return (
    <label className="relative flex size-11 shrink-0 items-center justify-center">
      <span className="size-6 rounded-full border border-edge" style={{ backgroundColor: color }} />
      <input
        type="color"
        aria-label={label}
        value={color}
        onChange={(event) => onColor(event.currentTarget.value)}
        onBlur={onEnd}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </label>
  )
}
