// The properties of the canvas, shown when nothing is selected.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { fieldValue } from '@vitrine/project/resolve'
import ScanEye from 'lucide-react/icons/maximize'
import { useId, useRef, useState } from 'react'
import { useObservable } from '../../../../api/observable.ts'
import { Button, PlainButton } from '../../../../ui/button.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { ratioText } from '../../../../ui/media.tsx'
import { useIsWide } from '../../../../ui/use-is-wide.ts'
import { helpLines, ShortcutList } from '../../../actions/shortcut-help.tsx'
import { listWarnings } from '../../../export/export-check.ts'
import { ShapePicker } from '../../../fields/field-panel.tsx'
import { canvasActions } from '../actions/canvas-actions.tsx'
import { useCanvas, useMeasured } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'
import { isBackground, touchable } from '../model/hit.ts'
import type { LayerEntry } from '../model/layer-entry.ts'
import { toHex, withColors } from '../model/palette.ts'
import { fitView, zoomToPixels } from '../model/view.ts'
import { Palette } from './color-box.tsx'
import { Section, Switch } from './control.tsx'
import { backgroundSections } from './layer-properties.ts'
import { PropertySections } from './property-panel.tsx'
import { type Change, type LayerEditing, useEditing } from './selected.ts'

/** Fills its slot and scrolls itself. */
export function DocumentPanel() {
  const isWide = useIsWide()
  return (
    <section
      aria-label={t`Canvas`}
      className="flex h-full min-h-0 flex-col overflow-y-auto overscroll-contain px-4 pb-8"
    >
      <Head />
      <ShapePicker />
      <Checks />
      <DesignColors />
      <Background />
      <ViewSection />
      {isWide && <Keys />}
    </section>
  )
}

function Head() {
  const { editor } = useCanvas()
  const { width, height } = useObservable(editor.shape)
  const frames = editor.document.canvas.duration
  const seconds = frames / editor.player.framesPerSecond
  const ratio = ratioText({ width, height })
  const size = [t`${width} × ${height} px`, ...(ratio.includes(':') ? [ratio] : [])].join(', ')
  const shownSeconds = Number(seconds.toFixed(1))
  const length = frames > 1 ? t`${shownSeconds} s video` : t`image`
  return (
    <header className="py-3">
      <h2 className="text-body font-medium">
        <Trans>Canvas</Trans>
      </h2>
      <p className="text-caption text-muted tabular-nums">
        <Trans>
          {size}, {length}. Select a layer to edit it.
        </Trans>
      </p>
    </header>
  )
}

/** The errors below the fields, so that customers see them before paying. */
function Checks() {
  const canvas = useCanvas()
  const { editor } = canvas
  useMeasured(() => canvas.version.get())
  const warnings = listWarnings(editor)
  if (warnings.length === 0) return null
  return (
    <Section title={t`Before you export`} aside={warnings.length}>
      <ul className="flex flex-col gap-2">
        {warnings.map(({ about, label, text }) => (
          <li key={JSON.stringify(about) + text}>
            <PlainButton
              onClick={() =>
                'fieldId' in about ? editor.select(about.fieldId, 'picture') : canvas.select([about.layerId])
              }
              className="w-full rounded-card bg-well p-3 text-start text-caption hover:outline hover:outline-edge"
            >
              <span className="block font-medium">{label}</span>
              <span className="text-muted">{text}</span>
            </PlainButton>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Background() {
  const canvas = useCanvas()
  const editing = useEditing()
  useMeasured(() => canvas.version.get())
  const lowest = touchable(canvas, undefined).findLast((entry) => !entry.isLocked && isBackground(canvas, entry))
  // Before the first picture the colour of a bound field is unknown.
  const resolved = lowest && canvas.findResolvedLayer(lowest.id)
  if (!resolved) return null
  if (resolved.type === 'solid')
    return (
      <PropertySections
        sections={backgroundSections}
        selected={[{ entry: lowest, resolved }]}
        context={canvas}
        editing={editing}
      />
    )
  return (
    <Section title={t`Background`}>
      <Button variant="secondary" size="small" onClick={() => canvas.select([lowest.id])}>
        <Trans>Edit background</Trans>
      </Button>
    </Section>
  )
}

function ViewSection() {
  const canvas = useCanvas()
  const hasRulers = useObservable(canvas.hasRulers)
  const snaps = useObservable(canvas.snaps)
  const { view } = canvas
  return (
    <Section title={t({ message: 'View', context: 'settings of the canvas' })}>
      <Switch label={t`Snap to objects`} isOn={snaps} onChange={(isOn) => canvas.snaps.set(isOn)} />
      <Switch label={t`Rulers and guides`} isOn={hasRulers} onChange={(isOn) => canvas.hasRulers.set(isOn)} />
      <div className="flex gap-2">
        <Button variant="secondary" size="small" onClick={() => view.set(fitView(view.get()))}>
          <ScanEye aria-hidden="true" size={16} /> <Trans>Fit</Trans>
        </Button>
        <Button variant="secondary" size="small" onClick={() => view.set(zoomToPixels(view.get()))}>
          <bdi translate="no" dir="ltr">
            100%
          </bdi>
        </Button>
      </div>
    </Section>
  )
}

/** The most useful shortcuts; all of them are in the help. */
function Keys() {
  const { editor } = useCanvas()
  const hasTime = editor.document.canvas.duration > 1
  const lines = helpLines(canvasActions, hasTime).filter(({ isCommon }) => isCommon)
  return (
    <Section title={t`Shortcuts`}>
      <div className="text-caption">
        <ShortcutList lines={lines} />
      </div>
    </Section>
  )
}

/** Swatches of the colours, with a palette that changes a colour everywhere. */
export function DesignColors() {
  const canvas = useCanvas()
  const editing = useEditing()
  const id = useId()
  useMeasured(() => canvas.version.get())
  const [open, setOpen] = useState<number>()
  // While the browser's colour picker is open, the colours and their uses stay as they were at its start.
  const locks = useRef<readonly DesignColor[]>(undefined)
  const [picked, setPicked] = useState<string>()
  const colors = locks.current ?? listDesignColors(canvas)
  const shown = open === undefined ? undefined : colors[open]
  if (colors.length === 0) return null
  const shownPlaces = shown && describeColorUses(shown)
  const end = () => {
    locks.current = undefined
    setPicked(undefined)
    editing.endDrag()
  }
  const change = (next: string, isDragging: boolean) => {
    if (!shown) return
    locks.current ??= colors
    changeDesignColor(canvas, editing, shown, next)
    if (isDragging) return setPicked(next)
    end()
    // The order of the list may have changed.
    const at = listDesignColors(canvas).findIndex(({ color }) => color === next)
    setOpen(at < 0 ? undefined : at)
  }
  return (
    <Section title={t`Document colours`}>
      <p className="text-caption text-muted">
        <Trans>Select a colour to change it everywhere.</Trans>
      </p>
      <ul className="flex flex-wrap gap-2">
        {colors.map((color, at) => (
          <li key={color.color}>
            <button
              type="button"
              {...swatchNames(color)}
              aria-expanded={open === at}
              aria-controls={open === at ? `${id}-palette` : undefined}
              onClick={() => {
                end()
                setOpen(open === at ? undefined : at)
              }}
              className={classNames(
                'block size-9 rounded-control border border-edge max-md:size-11',
                open === at && 'outline-2 outline-offset-2 outline-marigold',
              )}
              style={{ backgroundColor: open === at ? (picked ?? color.color) : color.color }}
            />
          </li>
        ))}
      </ul>
      {shown && (
        <div id={`${id}-palette`} className="flex flex-col gap-2 rounded-card border border-line bg-well p-3">
          <p className="text-caption">
            <Trans>In {shownPlaces}</Trans>
          </p>
          <Palette label={t`New colour`} color={picked ?? shown.color} onColor={change} onEnd={end} />
        </div>
      )}
    </Section>
  )
}

function swatchNames(design: DesignColor) {
  const { color } = design
  const places = describeColorUses(design)
  return { 'aria-label': t`Change ${color} in ${places}`, title: t`${color} in ${places}` }
}

/** How many colours are offered; a design with more is a painting. */
const maxColors = 12

/** The properties of a layer that contain colours. */
const painted = ['fill', 'stroke', 'shadow', 'color', 'colors', 'shapes', 'border', 'background'] as const

/** A colour, and every editable use of it. */
interface DesignColor {
  /** `#rrggbb` */
  color: string
  /** Layer properties that contain the colour. */
  uses: readonly Change[]
  /** Template fields with this value. */
  fieldIds: readonly string[]
}

/** Colours that the customer may change, the most used first. */
function listDesignColors(canvas: CanvasModel): readonly DesignColor[] {
  const found = new Map<string, { uses: Change[]; fieldIds: string[] }>()
  const at = (color: string) => {
    const known = found.get(color) ?? { uses: [], fieldIds: [] }
    found.set(color, known)
    return known
  }
  const { document: template, store } = canvas.editor
  for (const field of template.fields) {
    const color = field.type === 'color' ? toHex(fieldValue(field, store.getContent().values)) : undefined
    if (color) at(color).fieldIds.push(field.id)
  }
  for (const entry of freeEntries(canvas.layers())) {
    for (const property of painted) {
      const value = (entry.layer as unknown as Record<string, unknown>)[property]
      const colors = new Set<string>()
      withColors(value, (color) => void colors.add(color))
      for (const color of colors) at(color).uses.push({ layer: entry.id, property, value })
    }
  }
  return [...found]
    .map(([color, uses]) => ({ color, ...uses }))
    .toSorted((a, b) => countUses(b) - countUses(a))
    .slice(0, maxColors)
}

const countUses = ({ uses, fieldIds }: DesignColor) => uses.length + 3 * fieldIds.length

/** '4 layers', 'a field and 2 layers' */
function describeColorUses({ uses, fieldIds }: DesignColor): string {
  const layers = new Set(uses.map(({ layer }) => layer)).size
  const fields = fieldIds.length
  return [
    ...(fields > 0 ? [t`${plural(fields, { one: '# field', other: '# fields' })}`] : []),
    ...(layers > 0 ? [t`${plural(layers, { one: '# layer', other: '# layers' })}`] : []),
  ].join(', ')
}

function freeEntries(entries: readonly LayerEntry[]): LayerEntry[] {
  return entries.flatMap((entry) => [
    ...(entry.locks.style || entry.isHidden ? [] : [entry]),
    ...freeEntries(entry.layers),
  ])
}

/** Replaces a colour everywhere, as one undo step per drag. */
function changeDesignColor(canvas: CanvasModel, editing: LayerEditing, from: DesignColor, to: string): void {
  const label = t`Change colour everywhere`
  const group = editing.drag()
  for (const fieldId of from.fieldIds) canvas.fill(fieldId, to, { label, group })
  editing.set(
    label,
    from.uses.map((use) => ({
      ...use,
      value: withColors(use.value, (color) => (color === from.color ? to : undefined)),
    })),
    group,
  )
}
