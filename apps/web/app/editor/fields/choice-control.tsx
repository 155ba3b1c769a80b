// Colour, switch and choice fields.
import { t } from '@lingui/core/macro'
import type { ChoiceField, ColorField, ToggleField } from '@vitrine/document/field'
import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useEditor, useFieldValue } from '../model/editor-context.tsx'
import { controlClass, controlId, descriptionId, FieldFrame } from './field-frame.tsx'
import { useEarlyTypeface } from './text-control.tsx'

/** '#abc' or 'abcdef' as '#aabbcc'; undefined for other texts. */
export function readHex(text: string): string | undefined {
  const digits = text.trim().replace(/^#/, '').toLowerCase()
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`
  if (/^[0-9a-f]{3}$/.test(digits)) return `#${[...digits].map((digit) => digit + digit).join('')}`
  return undefined
}

/**
 * Whether dark text is more readable on a colour than light text. Uses the luma of BT.601, which is accurate enough for
 * a tick.
 */
export function isLight(hex: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ]
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140
}

export function ColorControl({ field }: { field: ColorField }) {
  const { label } = field
  const model = useEditor()
  const value = useFieldValue(field)
  const color = readHex(typeof value === 'string' ? value : '') ?? '#000000'
  const swatches = [...new Set([field.default, ...(field.palette ?? [])].flatMap((entry) => readHex(entry) ?? []))]
  const choose = (next: string, group?: string) => model.change(field.id, next, group)
  return (
    <FieldFrame field={field} isGroup>
      <div className="flex flex-wrap gap-1">
        {swatches.map((swatch) => (
          <button
            key={swatch}
            type="button"
            aria-label={t`Colour ${swatch}`}
            aria-pressed={swatch === color}
            onClick={() => choose(swatch)}
            className="group inline-flex size-11 items-center justify-center"
          >
            <span
              className={classNames(
                'flex size-9 items-center justify-center rounded-full border border-edge outline-offset-2',
                swatch === color && 'outline-2 outline-marigold',
              )}
              style={{ backgroundColor: swatch }}
            >
              {swatch === color && (
                <Check aria-hidden="true" size={16} className={isLight(swatch) ? 'text-on-marigold' : 'text-on-dark'} />
              )}
            </span>
          </button>
        ))}
      </div>
      <div className="flex items-center gap-2">
        <input
          id={controlId(field.id)}
          type="color"
          aria-label={t`${label}: pick a colour`}
          aria-describedby={descriptionId(field.id)}
          value={color}
          // The colour picker reports every move of the pointer; together they are one undo step.
          onChange={(event) => choose(event.currentTarget.value, `color:${field.id}`)}
          className="h-11 w-14 cursor-pointer rounded-control border border-edge bg-raised p-1"
        />
        <HexInput key={color} label={field.label} color={color} onColor={choose} />
      </div>
    </FieldFrame>
  )
}

type HexInputProps = {
  label: string
  /** Undefined when several colours are selected. */
  color: string | undefined
  onColor: (color: string) => void
}

/** A text input for a hexadecimal colour. The colour applies as soon as the text is valid. */
export function HexInput({ label, color, onColor }: HexInputProps) {
  const [text, setText] = useState(color ?? '')
  const isWrong = text !== '' && readHex(text) === undefined
  const commit = () => {
    const next = readHex(text)
    if (next && next !== color) onColor(next)
    else setText(color ?? '')
  }
  return (
    <input
      type="text"
      aria-label={t`${label}: colour code`}
      aria-invalid={isWrong || undefined}
      placeholder={color === undefined ? t`Mixed` : undefined}
      value={text}
      maxLength={7}
      spellCheck={false}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
      className={classNames(controlClass, 'w-28 tabular-nums')}
    />
  )
}

export function ToggleControl({ field }: { field: ToggleField }) {
  const model = useEditor()
  const isOn = useFieldValue(field) === true
  return (
    <FieldFrame field={field} hasReset={false}>
      <button
        id={controlId(field.id)}
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-describedby={descriptionId(field.id)}
        onClick={() => model.change(field.id, !isOn)}
        className="inline-flex h-11 w-fit items-center gap-3"
      >
        <span
          aria-hidden="true"
          className={classNames(
            'flex h-7 w-12 items-center rounded-full border p-0.5 transition-colors',
            isOn ? 'justify-end border-marigold bg-marigold' : 'justify-start border-edge bg-well',
          )}
        >
          <span className={classNames('size-5 rounded-full', isOn ? 'bg-on-marigold' : 'bg-muted')} />
        </span>
        <span className="text-muted">{isOn ? t`On` : t`Off`}</span>
      </button>
    </FieldFrame>
  )
}

/** Few short options are buttons; otherwise a list. */
export function ChoiceControl({ field }: { field: ChoiceField }) {
  const model = useEditor()
  const value = useFieldValue(field)
  const style = useEarlyTypeface(field.options.map(({ label }) => label).join())
  const isShort = field.options.length <= 4 && field.options.every(({ label }) => label.length <= 14)
  if (!isShort) {
    return (
      <FieldFrame field={field}>
        <select
          id={controlId(field.id)}
          aria-describedby={descriptionId(field.id)}
          value={String(value)}
          onChange={(event) => model.change(field.id, event.currentTarget.value)}
          style={style}
          className={controlClass}
        >
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </FieldFrame>
    )
  }
  return (
    <FieldFrame field={field} isGroup>
      <div style={style} className="flex flex-wrap gap-2">
        {field.options.map((option, place) => (
          <Chip
            key={option.value}
            id={place === 0 ? controlId(field.id) : undefined}
            name={field.id}
            value={option.value}
            checked={option.value === value}
            onChange={() => model.change(field.id, option.value)}
            className="h-11 px-4"
          >
            {option.label}
          </Chip>
        ))}
      </div>
    </FieldFrame>
  )
}
