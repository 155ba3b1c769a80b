// A row of the Layers panel.
import { t } from '@lingui/core/macro'
import type { LayerType } from '@vitrine/document/layer'
import AudioLines from 'lucide-react/icons/audio-lines'
import Blend from 'lucide-react/icons/blend'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Film from 'lucide-react/icons/film'
import Folder from 'lucide-react/icons/folder'
import GripVertical from 'lucide-react/icons/grip-vertical'
import Image from 'lucide-react/icons/image'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import Shapes from 'lucide-react/icons/shapes'
import Sparkles from 'lucide-react/icons/sparkles'
import Square from 'lucide-react/icons/square'
import SunDim from 'lucide-react/icons/sun-dim'
import Type from 'lucide-react/icons/type'
import { type ComponentProps, type KeyboardEvent, type MouseEvent, memo, useState } from 'react'
import { classNames } from '../../../../ui/class-names.ts'
import { LineInput } from '../../../../ui/field.tsx'
import { useCanvas, useMeasured } from '../model/canvas-context.tsx'
import type { LayerEntry } from '../model/layer-entry.ts'
import { isGradient } from '../properties/color-box.tsx'
import { hexAt } from '../properties/selected.ts'
import type { Drop } from './layer-order.ts'

type LayerRowProps = {
  entry: LayerEntry
  isSelected: boolean
  isFolded: boolean
  isDragged: boolean
  dropMark: Drop['where'] | undefined
  isTabStop: boolean
  /** The same object for all rows and at every rendering. */
  actions: RowActions
}

type Handle = Pick<ComponentProps<'span'>, 'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'>

/** The actions of a row. */
export interface RowActions {
  /** Event handlers of the row's drag handle. */
  createHandle: (entry: LayerEntry) => Handle
  fold: (entry: LayerEntry, isFolded: boolean) => void
  focus: (id: string) => void
  /** Moves the focus to the row above (-1) or below; `isMore` extends the selection. */
  step: (entry: LayerEntry, step: -1 | 1, isMore: boolean) => void
  /** Extends the selection from the first selected row to this one. */
  reach: (entry: LayerEntry) => void
  /** Moves the layer up (-1) or down. */
  move: (entry: LayerEntry, step: -1 | 1) => void
}

const feedback = {
  above: 'shadow-[inset_0_2px_0_var(--color-marigold)]',
  below: 'shadow-[inset_0_-2px_0_var(--color-marigold)]',
  inside: 'outline-2 -outline-offset-2 outline-marigold',
}

/** Renders only when this row changes: typing on the canvas changes one row of many. */
export const LayerRow = memo(function LayerRow(props: LayerRowProps) {
  const { entry, isSelected, isFolded, isDragged, dropMark, isTabStop, actions } = props
  const canvas = useCanvas()
  const [isNaming, setIsNaming] = useState(false)
  const pick = (event: MouseEvent | KeyboardEvent) => {
    const present = canvas.selection.get()
    if (event.shiftKey) return actions.reach(entry)
    if (!event.metaKey && !event.ctrlKey) return canvas.select([entry.id])
    canvas.select(present.includes(entry.id) ? present.filter((id) => id !== entry.id) : [...present, entry.id])
  }
  return (
    <div
      role="treeitem"
      aria-selected={isSelected}
      aria-level={entry.depth + 1}
      aria-expanded={entry.type === 'group' ? !isFolded : undefined}
      aria-label={describeLayer(entry)}
      data-row={entry.id}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={(event) => event.target === event.currentTarget && actions.focus(entry.id)}
      onClick={pick}
      onDoubleClick={() => !entry.isLocked && setIsNaming(true)}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || !press(event, props, pick, () => setIsNaming(true))) return
        event.preventDefault()
        event.stopPropagation()
      }}
      style={{ paddingLeft: `${entry.depth * 14}px` }}
      className={classNames(
        'group flex h-11 items-center rounded-control -outline-offset-2 select-none',
        isSelected ? 'bg-marigold text-on-marigold' : 'hover:bg-well',
        entry.isHidden && !isSelected && 'text-muted',
        isDragged && 'opacity-55',
        dropMark && feedback[dropMark],
      )}
    >
      <span
        onPointerDown={(event) => actions.createHandle(entry).onPointerDown?.(event)}
        onPointerMove={(event) => actions.createHandle(entry).onPointerMove?.(event)}
        onPointerUp={(event) => actions.createHandle(entry).onPointerUp?.(event)}
        onPointerCancel={(event) => actions.createHandle(entry).onPointerCancel?.(event)}
        aria-hidden="true"
        className="flex h-11 w-6 shrink-0 cursor-grab touch-none items-center justify-center opacity-55"
      >
        <GripVertical size={14} />
      </span>
      {entry.type === 'group' ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={isFolded ? t`Expand ${entry.name}` : t`Collapse ${entry.name}`}
          onClick={(event) => {
            event.stopPropagation()
            actions.fold(entry, !isFolded)
          }}
          className="flex h-11 w-6 shrink-0 items-center justify-center"
        >
          <ChevronRight
            aria-hidden="true"
            size={16}
            className={classNames('transition-transform', !isFolded && 'rotate-90')}
          />
        </button>
      ) : (
        <span className="w-1" />
      )}
      <LayerThumb entry={entry} />
      {isNaming ? (
        <NameInput entry={entry} onEnd={() => setIsNaming(false)} />
      ) : (
        <span dir="auto" className="min-w-0 flex-1 truncate px-2 text-caption">
          {entry.name}
        </span>
      )}
      <RowButtons entry={entry} isSelected={isSelected} />
    </div>
  )
})

function describeLayer({ name, isHidden, isLocked, isOwn, locks }: LayerEntry): string {
  const isHeld = locks.style || locks.move || locks.content
  const lock = isOwn ? t`locked` : t`locked by the designer`
  return [
    name,
    ...(isHidden ? [t`hidden`] : []),
    ...(isLocked ? [lock] : isHeld ? [t`partly locked by the designer`] : []),
  ].join(', ')
}

/** Handles the keys of the tree; returns whether the key was one of them. */
function press(
  event: KeyboardEvent<HTMLElement>,
  { entry, isFolded, actions }: LayerRowProps,
  pick: (event: KeyboardEvent) => void,
  rename: () => void,
): boolean {
  const isGroup = entry.type === 'group'
  switch (event.key) {
    case 'ArrowUp':
    case 'ArrowDown': {
      const step = event.key === 'ArrowUp' ? -1 : 1
      if (event.altKey) actions.move(entry, step)
      else actions.step(entry, step, event.shiftKey)
      return true
    }
    case 'ArrowRight':
      if (isGroup) actions.fold(entry, false)
      return isGroup
    case 'ArrowLeft':
      if (isGroup && !isFolded) actions.fold(entry, true)
      else actions.step(entry, -1, false)
      return true
    case 'Enter':
    case ' ':
      pick(event)
      return true
    case 'F2':
      if (!entry.isLocked) rename()
      return true
    default:
      return false
  }
}

const quiet = 'opacity-55 group-hover:opacity-100 focus-visible:opacity-100'

/** Buttons that hide a layer, and that lock the customer's own. The designer's locks are only shown. */
function RowButtons({ entry, isSelected }: { entry: LayerEntry; isSelected: boolean }) {
  const canvas = useCanvas()
  const { id, name, isHidden, isOwn, isLocked } = entry
  const EyeIcon = isHidden ? EyeOff : Eye
  const LockIcon = isLocked ? Lock : LockOpen
  const press = (event: MouseEvent, run: () => void) => {
    event.stopPropagation()
    run()
  }
  return (
    <>
      {isOwn ? (
        <button
          type="button"
          aria-label={isLocked ? t`Unlock ${name}` : t`Lock ${name}`}
          aria-pressed={isLocked}
          onClick={(event) =>
            press(event, () =>
              canvas.run([{ op: 'lock', layer: id, locked: !isLocked }], {
                label: isLocked ? t`Unlock a layer` : t`Lock a layer`,
              }),
            )
          }
          className={classNames(
            'flex size-9 shrink-0 items-center justify-center rounded-control',
            !isSelected && !isLocked && quiet,
          )}
        >
          <LockIcon aria-hidden="true" size={15} />
        </button>
      ) : (
        isLocked && (
          <span
            title={t`Locked by the designer`}
            className="flex size-9 shrink-0 items-center justify-center opacity-55"
          >
            <Lock aria-hidden="true" size={15} />
          </span>
        )
      )}
      {!entry.locks.content && (
        <button
          type="button"
          aria-label={isHidden ? t`Show ${name}` : t`Hide ${name}`}
          aria-pressed={isHidden}
          onClick={(event) =>
            press(event, () =>
              canvas.run([{ op: 'hide', layer: id, hidden: !isHidden }], {
                label: isHidden ? t`Show a layer` : t`Hide a layer`,
              }),
            )
          }
          className={classNames(
            'flex size-9 shrink-0 items-center justify-center rounded-control',
            !isSelected && !isHidden && quiet,
          )}
        >
          <EyeIcon aria-hidden="true" size={15} />
        </button>
      )}
    </>
  )
}

function NameInput({ entry, onEnd }: { entry: LayerEntry; onEnd: () => void }) {
  const canvas = useCanvas()
  const [name, setName] = useState(entry.name)
  const commit = () => {
    const next = name.trim()
    if (next !== entry.name)
      canvas.run([{ op: 'set', layer: entry.id, property: 'name', value: next === '' ? null : next }], {
        label: t`Rename a layer`,
      })
    onEnd()
  }
  return (
    <LineInput
      autoFocus
      aria-label={t`Layer name`}
      value={name}
      maxLength={80}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setName(event.currentTarget.value)}
      onClick={(event) => event.stopPropagation()}
      onBlur={commit}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') commit()
        if (event.key === 'Escape') onEnd()
      }}
      className="mx-1 h-8 min-w-0 flex-1 rounded-control border border-edge bg-paper px-1.5 text-caption text-ink"
    />
  )
}

const signs: Record<LayerType, typeof Type> = {
  solid: Square,
  shape: Shapes,
  text: Type,
  image: Image,
  media: Image,
  plate: Film,
  group: Folder,
  audio: AudioLines,
  particles: Sparkles,
  texture: SunDim,
  light: SunDim,
  adjustment: Blend,
}

/** The photo of a layer, its colour, or an icon of its type. */
function LayerThumb({ entry }: { entry: LayerEntry }) {
  const canvas = useCanvas()
  const shown = useMeasured(() => findThumb(canvas, entry.id))
  const Sign = signs[entry.type]
  if (shown?.startsWith('#'))
    return (
      <span
        aria-hidden="true"
        className="size-7 shrink-0 rounded-control border border-edge"
        style={{ backgroundColor: shown }}
      />
    )
  if (shown) return <img src={shown} alt="" decoding="async" className="size-7 shrink-0 rounded-control object-cover" />
  return (
    <span
      aria-hidden="true"
      className="flex size-7 shrink-0 items-center justify-center rounded-control border border-edge"
    >
      <Sign size={15} />
    </span>
  )
}

/** A colour, the address of a photo, or nothing. */
function findThumb(canvas: ReturnType<typeof useCanvas>, layerId: string): string | undefined {
  const layer = canvas.findResolvedLayer(layerId)
  if (layer?.type === 'solid') return isGradient(layer.color) ? undefined : hexAt(canvas, layer.color)
  if (layer?.type !== 'media' && layer?.type !== 'image') return undefined
  const source = layer.type === 'media' ? layer.source : layer.asset
  const assetId = typeof source === 'object' && 'asset' in source ? source.asset : source
  const asset = canvas.editor.library.find(String(assetId))
  // A file that exists only here has no address; an icon represents it until it is uploaded.
  return asset?.kind === 'image' ? asset.url : undefined
}
