// Properties of a text: its content, font, size, alignment, spacing, colour, outline and shadow.
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Field } from '@vitrine/composition/field'
import type { TextAlign, TextLayer } from '@vitrine/composition/layer'
import type { Paint } from '@vitrine/composition/property'
import { fieldValue } from '@vitrine/composition/resolve'
import AlignCenter from 'lucide-react/icons/align-center'
import AlignJustify from 'lucide-react/icons/align-justify'
import AlignLeft from 'lucide-react/icons/align-left'
import AlignRight from 'lucide-react/icons/align-right'
import AlignVerticalJustifyCenter from 'lucide-react/icons/align-vertical-justify-center'
import AlignVerticalJustifyEnd from 'lucide-react/icons/align-vertical-justify-end'
import AlignVerticalJustifyStart from 'lucide-react/icons/align-vertical-justify-start'
import CaseSensitive from 'lucide-react/icons/case-sensitive'
import CaseUpper from 'lucide-react/icons/case-upper'
import { useId, useSyncExternalStore } from 'react'
import { i18n } from '../../../../language/i18n.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { controlClass, Notices } from '../../../core/fields/field-frame.tsx'
import { isTouched, layerTextNotices } from '../../../core/fields/layer-text-check.ts'
import { textNotices } from '../../../core/fields/text-control.tsx'
import { Slider } from '../../../core/slider/slider.tsx'
import { useCanvas, useMeasured } from '../model/canvas-context.tsx'
import { findShownField, type LayerEntry } from '../model/layer-entry.ts'
import { writing } from '../model/text-box.ts'
import { ColorBox } from './color-box.tsx'
import { Choices, NumberBox, Section, Switch } from './control.tsx'
import { FontChoice } from './font-choice.tsx'
import { PaintBox } from './paint-box.tsx'
import { type Editing, freeOf, hexAt, numberAt, type SelectedText, shared } from './selected.ts'

type TextProps = { texts: readonly SelectedText[]; editing: Editing }

const sides: readonly {
  value: 'left' | 'center' | 'right' | 'justify'
  label: MessageDescriptor
  icon: typeof AlignLeft
}[] = [
  { value: 'left', label: msg({ message: 'Left', context: 'text alignment' }), icon: AlignLeft },
  { value: 'center', label: msg({ message: 'Centre', context: 'text alignment' }), icon: AlignCenter },
  { value: 'right', label: msg({ message: 'Right', context: 'text alignment' }), icon: AlignRight },
  { value: 'justify', label: msg({ message: 'Justify', context: 'text alignment' }), icon: AlignJustify },
]

export function TextSections({ texts, editing }: TextProps) {
  const canvas = useCanvas()
  const [only, ...others] = texts
  const free = freeOf(texts, 'style')
  const isWritable = only && others.length === 0 && !only.entry.locks.content
  return (
    <>
      {isWritable && (
        <Section title={t`Text`}>
          <TextInput
            key={only.entry.id}
            entry={only.entry}
            field={findShownField(only.entry.layer, canvas.getDocument())}
          />
        </Section>
      )}
      {free.length > 0 && (
        <>
          <LetterSection texts={free} editing={editing} />
          <ColorSection texts={free} editing={editing} />
          <OutlineSection texts={free} editing={editing} />
        </>
      )}
    </>
  )
}

function useSet({ texts, editing }: TextProps) {
  return (label: string, property: keyof TextLayer, value: unknown, group?: string) =>
    editing.set(
      label,
      texts.map(({ entry }) => ({ layer: entry.id, property, value })),
      group,
    )
}

function LetterSection({ texts, editing }: TextProps) {
  const set = useSet({ texts, editing })
  const size = shared(texts, ({ resolved }) => Number(resolved.size))
  return (
    <Section title={t`Font`}>
      <FontChoice texts={texts} editing={editing} />
      <div className="grid grid-cols-2 gap-2">
        <NumberBox
          label={t`Font size`}
          unit="px"
          min={4}
          max={2000}
          digits={1}
          value={size}
          onValue={(value) => set(t`Change font size`, 'size', value)}
        />
        <Choices
          label={t({ message: 'Case', comment: 'of letters: as typed or uppercase' })}
          value={shared(texts, ({ resolved }) => (resolved.uppercase ? 'upper' : 'mixed'))}
          choices={[
            { value: 'mixed', label: t`As typed`, icon: CaseSensitive },
            { value: 'upper', label: t`Uppercase`, icon: CaseUpper },
          ]}
          onValue={(value) => set(t`Change case`, 'uppercase', value === 'upper' ? true : null)}
        />
      </div>
      <Choices
        label={t`Alignment`}
        value={shared(texts, ({ resolved }) => sideOf(resolved.align))}
        choices={sides.map(({ label, ...side }) => ({ ...side, label: i18n._(label) }))}
        onValue={(value) => set(t`Align text`, 'align', value)}
      />
      <Choices
        label={t`Vertical align`}
        value={shared(texts, ({ resolved }) => (resolved.valign === 'baseline' ? 'top' : (resolved.valign ?? 'top')))}
        choices={[
          { value: 'top', label: t`Top`, icon: AlignVerticalJustifyStart },
          { value: 'middle', label: t`Middle`, icon: AlignVerticalJustifyCenter },
          { value: 'bottom', label: t`Bottom`, icon: AlignVerticalJustifyEnd },
        ]}
        onValue={(value) => set(t`Align text`, 'valign', value)}
      />
      <Slider
        label={t`Line spacing`}
        value={shared(texts, ({ resolved }) => resolved.lineHeight ?? 1.2)}
        min={0.6}
        max={3}
        step={0.05}
        rest={1.2}
        onValue={(value) => set(t`Change line spacing`, 'lineHeight', value, editing.drag())}
        onEnd={editing.endDrag}
      />
      <Slider
        label={t`Letter spacing`}
        value={shared(texts, ({ resolved }) => resolved.tracking ?? 0)}
        min={-100}
        max={600}
        step={5}
        rest={0}
        onValue={(value) => set(t`Change letter spacing`, 'tracking', value, editing.drag())}
        onEnd={editing.endDrag}
      />
    </Section>
  )
}

function sideOf(align: TextAlign | undefined): 'left' | 'center' | 'right' | 'justify' {
  if (align === 'center' || align === 'right') return align
  if (align === 'end') return 'right'
  return align?.startsWith('justify') ? 'justify' : 'left'
}

function ColorSection({ texts, editing }: TextProps) {
  const set = useSet({ texts, editing })
  return (
    <Section title={t`Colour`}>
      <PaintBox
        label={t`Text colour`}
        paint={shared(texts, ({ resolved }): Paint => resolved.fill ?? '#000000')}
        onPaint={(paint, isDragging) => set(t`Change colour`, 'fill', paint, isDragging ? editing.drag() : undefined)}
        onEnd={editing.endDrag}
      />
    </Section>
  )
}

function OutlineSection({ texts, editing }: TextProps) {
  const canvas = useCanvas()
  const change = (property: 'stroke' | 'shadow', next: Record<string, unknown> | null, group?: string) =>
    editing.set(
      property === 'stroke' ? t`Change outline` : t`Change shadow`,
      texts.map(({ entry, resolved }) => ({
        layer: entry.id,
        property,
        value: next === null ? null : { ...(resolved[property] ?? firstOf(property, Number(resolved.size))), ...next },
      })),
      group,
    )
  const hasStroke = shared(texts, ({ resolved }) => resolved.stroke !== undefined)
  const hasShadow = shared(texts, ({ resolved }) => resolved.shadow !== undefined)
  const shadowSlider = (part: 'blur' | 'x' | 'y', label: string, min: number, max: number) => (
    <Slider
      label={label}
      value={shared(texts, ({ resolved }) => numberAt(canvas, resolved.shadow?.[part], 0))}
      min={min}
      max={max}
      rest={0}
      unit="px"
      onValue={(value) => change('shadow', { [part]: value }, editing.drag())}
      onEnd={editing.endDrag}
    />
  )
  const colorBox = (property: 'stroke' | 'shadow', label: string) => (
    <ColorBox
      label={label}
      color={shared(texts, ({ resolved }) => hexAt(canvas, resolved[property]?.color))}
      onColor={(color, isDragging) => change(property, { color }, isDragging ? editing.drag() : undefined)}
      onEnd={editing.endDrag}
    />
  )
  return (
    <Section title={t`Text effects`} isOpen={hasStroke === true || hasShadow === true}>
      <Switch label={t`Outline`} isOn={hasStroke} onChange={(isOn) => change('stroke', isOn ? {} : null)} />
      {hasStroke && (
        <>
          {colorBox('stroke', t`Outline colour`)}
          <Slider
            label={t`Outline width`}
            value={shared(texts, ({ resolved }) => numberAt(canvas, resolved.stroke?.width, 0))}
            min={0}
            max={40}
            step={0.5}
            unit="px"
            onValue={(width) => change('stroke', { width }, editing.drag())}
            onEnd={editing.endDrag}
          />
        </>
      )}
      <Switch label={t`Drop shadow`} isOn={hasShadow} onChange={(isOn) => change('shadow', isOn ? {} : null)} />
      {hasShadow && (
        <>
          {colorBox('shadow', t`Drop shadow colour`)}
          {shadowSlider('blur', t`Blur`, 0, 80)}
          {shadowSlider('x', t`Offset X`, -60, 60)}
          {shadowSlider('y', t`Offset Y`, -60, 60)}
        </>
      )}
    </Section>
  )
}

/** What an outline or a shadow begins with, fitting the size of the letters. */
function firstOf(property: 'stroke' | 'shadow', size: number) {
  const share = (part: number) => Math.max(1, Math.round(size * part))
  return property === 'stroke'
    ? { color: '#ffffff', width: share(0.04), join: 'round' }
    : { color: '#00000080', blur: share(0.12), x: 0, y: share(0.05) }
}

function TextInput({ entry, field }: { entry: LayerEntry; field: Field | undefined }) {
  const canvas = useCanvas()
  const id = useId()
  const { store } = canvas.editor
  const own = 'text' in entry.layer && typeof entry.layer.text === 'string' ? entry.layer.text : ''
  const read = () => (field ? String(fieldValue(field, store.getContent().values) ?? '') : own)
  const text = useSyncExternalStore(store.subscribe, read, read)
  const write = (next: string, group?: string) => {
    const about = { label: t`Edit text`, ...(group !== undefined && { group }) }
    if (field) canvas.fill(field.id, next, about)
    else canvas.run(writing(canvas, entry.id, next), about)
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className={classNames('text-caption text-muted', !field && 'sr-only')}>
        {field ? field.label : t`Text`}
      </label>
      <textarea
        id={id}
        rows={Math.min(5, Math.max(2, text.split('\n').length))}
        dir="auto"
        value={text}
        onChange={(event) => write(event.currentTarget.value, `words:${entry.id}`)}
        className={classNames(controlClass, 'h-auto resize-y py-2.5')}
      />
      <TextNotices
        layerId={entry.id}
        onPlain={(plain) => {
          write(plain)
          document.getElementById(id)?.focus()
        }}
      />
    </div>
  )
}

function TextNotices({ layerId, onPlain }: { layerId: string; onPlain: (text: string) => void }) {
  const canvas = useCanvas()
  useMeasured(() => canvas.version.get())
  const { preview, store } = canvas.editor
  const state = preview.get()
  const layer = canvas.findLayer(layerId)
  const resolved = canvas.findResolvedLayer(layerId)
  const isShown = resolved?.type === 'text' && state.status === 'ready'
  const fitting = isShown ? state.painting.findLayerFitting(resolved) : undefined
  const field = layer && findShownField(layer, canvas.getDocument())
  if (!fitting || (!field && !isTouched(canvas.editor, layerId))) return null
  const notices =
    field?.type === 'text'
      ? textNotices(field, String(fieldValue(field, store.getContent().values) ?? ''), fitting)
      : layerTextNotices(fitting)
  return (
    <div aria-live="polite" className="flex flex-col gap-1 text-caption empty:hidden">
      <Notices notices={notices} onPlain={onPlain} />
    </div>
  )
}
