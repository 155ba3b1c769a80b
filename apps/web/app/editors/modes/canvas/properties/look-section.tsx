// Properties of every layer: opacity, blend mode and effects.

import type { MessageDescriptor } from '@lingui/core'
import { msg, select, t } from '@lingui/core/macro'
import type { BlendMode } from '@vitrine/composition/blend-mode'
import type { Effect } from '@vitrine/composition/effect'
import type { Layer } from '@vitrine/composition/layer'
import { i18n } from '../../../../language/i18n.ts'
import { type Light, lightOf, lightParts } from '../../../core/fields/light.ts'
import { Slider } from '../../../core/slider/slider.tsx'
import { useCanvas } from '../model/canvas-context.tsx'
import { ColorBox } from './color-box.tsx'
import { Pick, Section, Switch } from './control.tsx'
import { isLightEffect, type Shadow, shadowOf, shortSideOf, tintOf, withLight, withShadow, withTint } from './look.ts'
import { type Editing, freeOf, hexAt, numberAt, type Selected, shared } from './selected.ts'

const modes: readonly { value: BlendMode; label: MessageDescriptor }[] = [
  { value: 'normal', label: msg({ message: 'Normal', context: 'blend mode' }) },
  { value: 'multiply', label: msg`Multiply` },
  { value: 'screen', label: msg({ message: 'Screen', context: 'blend mode' }) },
  { value: 'overlay', label: msg`Overlay` },
  { value: 'darken', label: msg`Darken` },
  { value: 'lighten', label: msg`Lighten` },
  { value: 'color-dodge', label: msg`Colour dodge` },
  { value: 'color-burn', label: msg`Colour burn` },
  { value: 'hard-light', label: msg`Hard light` },
  { value: 'soft-light', label: msg`Soft light` },
  { value: 'difference', label: msg`Difference` },
  { value: 'exclusion', label: msg`Exclusion` },
  { value: 'hue', label: msg`Hue` },
  { value: 'saturation', label: msg`Saturation` },
  { value: 'color', label: msg`Colour` },
  { value: 'luminosity', label: msg`Luminosity` },
  { value: 'add', label: msg({ message: 'Add', context: 'blend mode' }) },
]

type SectionProps = { selected: readonly Selected[]; editing: Editing }

export function OpacitySection({ selected, editing }: SectionProps) {
  const canvas = useCanvas()
  const free = freeOf(selected, 'style').filter(({ resolved }) => resolved.type !== 'audio')
  if (free.length === 0) return null
  const set = (label: string, property: string, value: unknown, group?: string) =>
    editing.set(
      label,
      free.map(({ entry }) => ({ layer: entry.id, property, value })),
      group,
    )
  return (
    <Section title={t`Transparency`}>
      <Slider
        label={t`Opacity`}
        value={shared(free, ({ resolved }) => numberAt(canvas, resolved.ks?.o, 100))}
        min={0}
        max={100}
        rest={100}
        unit="%"
        onValue={(value) => set(t`Change opacity`, 'ks.o', value, editing.drag())}
        onEnd={editing.endDrag}
      />
      <Pick
        label={t`Blend mode`}
        value={shared(free, ({ resolved }) => resolved.bm ?? 'normal')}
        choices={modes.map(({ value, label }) => ({ value, label: i18n._(label) }))}
        onValue={(value) => set(t`Change blend mode`, 'bm', value === 'normal' ? null : value)}
      />
    </Section>
  )
}

export function EffectSection({ selected, editing }: SectionProps) {
  const free = freeOf(selected, 'style').filter(({ resolved }) => resolved.type !== 'audio')
  if (free.length === 0) return null
  const effectsOf = ({ resolved }: Selected) => resolved.effects ?? []
  const put = (
    label: string,
    change: (effects: readonly Effect[], layer: Layer) => readonly Effect[],
    group?: string,
  ) =>
    editing.set(
      label,
      free.map((entry) => {
        const next = change(effectsOf(entry), entry.resolved)
        return { layer: entry.entry.id, property: 'effects', value: next.length > 0 ? next : null }
      }),
      group,
    )
  const hasAny = free.some((entry) => effectsOf(entry).length > 0)
  return (
    <Section title={t`Effects`} isOpen={hasAny}>
      {lightParts.map(({ part, label, min, max, unit }) => (
        <Slider
          key={part}
          label={i18n._(label)}
          value={shared(
            free,
            (entry) => lightOf(effectsOf(entry).filter(isLightEffect), shortSideOf(entry.resolved))[part],
          )}
          min={min}
          max={max}
          rest={0}
          unit={unit}
          onValue={(value) =>
            put(
              t`${select(part, {
                brightness: 'Change brightness',
                contrast: 'Change contrast',
                saturation: 'Change saturation',
                warmth: 'Change warmth',
                hue: 'Change hue',
                other: 'Change blur',
              })}`,
              (effects, layer) => withLight(effects, { [part]: value } as Partial<Light>, shortSideOf(layer)),
              editing.drag(),
            )
          }
          onEnd={editing.endDrag}
        />
      ))}
      <ShadowControls free={free} put={put} editing={editing} />
      <TintControls free={free} put={put} editing={editing} />
    </Section>
  )
}

type PutEffects = (
  label: string,
  change: (effects: readonly Effect[], layer: Layer) => readonly Effect[],
  group?: string,
) => void
type EffectProps = { free: readonly Selected[]; put: PutEffects; editing: Editing }

function ShadowControls({ free, put, editing }: EffectProps) {
  const canvas = useCanvas()
  const read = ({ resolved }: Selected) =>
    shadowOf(
      resolved.effects ?? [],
      (value, rest) => numberAt(canvas, value, rest),
      (color) => hexAt(canvas, color),
    )
  const isOn = shared(free, (entry) => read(entry) !== undefined)
  const change = (next: Partial<Shadow> | null, group?: string) =>
    put(t`Change shadow`, (effects, layer) => withShadow(effects, next, shortSideOf(layer)), group)
  const slider = (part: 'blur' | 'x' | 'y' | 'opacity', label: string, min: number, max: number) => (
    <Slider
      label={label}
      value={shared(free, (entry) => read(entry)?.[part])}
      min={min}
      max={max}
      rest={0}
      unit={part === 'opacity' ? '%' : ''}
      onValue={(value) => change({ [part]: value }, editing.drag())}
      onEnd={editing.endDrag}
    />
  )
  return (
    <div className="flex flex-col gap-1">
      <Switch label={t`Shadow`} isOn={isOn} onChange={(next) => change(next ? {} : null)} />
      {isOn && (
        <div className="flex flex-col gap-2 ps-3">
          <ColorBox
            label={t`Shadow colour`}
            color={shared(free, (entry) => read(entry)?.color)}
            onColor={(color, isDragging) => change({ color }, isDragging ? editing.drag() : undefined)}
            onEnd={editing.endDrag}
          />
          {slider('blur', t`Shadow blur`, 0, 100)}
          {slider('x', t`Shadow offset X`, -100, 100)}
          {slider('y', t`Shadow offset Y`, -100, 100)}
          {slider('opacity', t`Shadow opacity`, 0, 100)}
        </div>
      )}
    </div>
  )
}

function TintControls({ free, put, editing }: EffectProps) {
  const canvas = useCanvas()
  const read = ({ resolved }: Selected) =>
    tintOf(
      resolved.effects ?? [],
      (value, rest) => numberAt(canvas, value, rest),
      (color) => hexAt(canvas, color),
    )
  const isOn = shared(free, (entry) => read(entry) !== undefined)
  const change = (next: { color?: string; amount?: number } | null, group?: string) =>
    put(t`Change tint`, (effects) => withTint(effects, next), group)
  return (
    <div className="flex flex-col gap-1">
      <Switch label={t`Tint`} isOn={isOn} onChange={(next) => change(next ? {} : null)} />
      {isOn && (
        <div className="flex flex-col gap-2 ps-3">
          <ColorBox
            label={t`Tint colour`}
            color={shared(free, (entry) => read(entry)?.color)}
            onColor={(color, isDragging) => change({ color }, isDragging ? editing.drag() : undefined)}
            onEnd={editing.endDrag}
          />
          <Slider
            label={t`Tint strength`}
            value={shared(free, (entry) => read(entry)?.amount)}
            min={0}
            max={100}
            unit="%"
            onValue={(amount) => change({ amount }, editing.drag())}
            onEnd={editing.endDrag}
          />
        </div>
      )}
    </div>
  )
}
