// Text fields: one line or several, a character counter, and how the layout fits the text.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { findPlainLetters } from '@vitrine/contract/input'
import type { TextField } from '@vitrine/document/field'
import { type CSSProperties, useSyncExternalStore } from 'react'
import { useObservable } from '../../api/observable.ts'
import { classNames } from '../../ui/class-names.ts'
import { LineInput } from '../../ui/field.tsx'
import { useEditor, useFieldValue } from '../model/editor-context.tsx'
import type { TextFitResult } from '../preview/painting.ts'
import { hasFirstPicture } from '../preview/stage-state.ts'
import { controlClass, controlId, descriptionId, FieldFrame, type FieldNotice } from './field-frame.tsx'

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * The length in user-perceived characters: a Devanagari syllable or an emoji is one. The server counts the same way.
 */
export function countGraphemes(text: string): number {
  let length = 0
  for (const _ of graphemes.segment(text)) length += 1
  return length
}

/** Notices about a text, most important first. `fitting` is missing while the fonts are loading. */
export function textNotices(field: TextField, text: string, fitting: TextFitResult | undefined): FieldNotice[] {
  const { maxLength, minLength, maxLines } = field.rules ?? {}
  const length = countGraphemes(text)
  const lines = text.split('\n').length
  const notices: FieldNotice[] = []
  if (field.required && text.trim() === '')
    notices.push({ tone: 'warn', text: t`Please fill this in before you export.` })
  if (maxLength !== undefined && length > maxLength) {
    const over = length - maxLength
    notices.push({
      tone: 'warn',
      text: t`${over} over the limit of ${plural(maxLength, { other: `${maxLength} characters` })}.`,
    })
  }
  if (maxLines !== undefined && lines > maxLines) {
    notices.push({ tone: 'warn', text: t`The limit is ${plural(maxLines, { one: '# line', other: '# lines' })}.` })
  }
  if (minLength !== undefined && length > 0 && length < minLength) {
    notices.push({
      tone: 'note',
      text: t`Looks best with at least ${plural(minLength, { other: `${minLength} characters` })}.`,
    })
  }
  if (fitting && text !== '') {
    const isReported = maxLength !== undefined && length > maxLength
    if (!fitting.fits && !isReported)
      notices.push({ tone: 'warn', text: t`Too long to fit, even at the smallest size.` })
    if (fitting.fits && !isReported) notices.push(...fitting.collisions.map(collisionNotice))
    const percent = Math.round(fitting.share * 100)
    if (fitting.fits && fitting.share < 0.97)
      notices.push({ tone: 'note', text: t`Shrinks to fit: ${percent}% of the size.` })
    notices.unshift(...missingNotices(fitting.missing, text))
  }
  return notices
}

function collisionNotice(kind: TextFitResult['collisions'][number]): FieldNotice {
  switch (kind) {
    case 'text':
      return { tone: 'warn', text: t`Runs into another text. Shorten one of them.` }
    case 'photo':
      return { tone: 'warn', text: t`Runs over a photo beside it. Shorten the text.` }
    case 'covered':
      return { tone: 'warn', text: t`Partly hidden behind another part of the design. Shorten the text.` }
    case 'edge':
      return { tone: 'warn', text: t`Runs out of the picture. Shorten the text.` }
  }
}

/** Notices about characters that no font has and that would be left out. Decorated letters have plain equivalents. */
export function missingNotices(missing: readonly string[], whole: string): FieldNotice[] {
  if (missing.length === 0) return []
  const named = missing.slice(0, 5).join(' ')
  const count = missing.length
  const text = t`${named} can’t be shown: no available font has ${plural(count, { one: 'this character', other: 'these characters' })}. Please use other characters.`
  const plain = missing.some((grapheme) => findPlainLetters(grapheme)) ? findPlainLetters(whole) : undefined
  return [{ tone: 'bad', blocks: true, text, ...(plain !== undefined && { plain }) }]
}

/** How the field's text fits, measured again after each change. The first picture does not wait for it. */
function useFitting(fieldId: string): TextFitResult | undefined {
  const { preview, stage, store } = useEditor()
  const state = useObservable(preview)
  const isDrawn = hasFirstPicture(useObservable(stage))
  // Any value can show or hide a layer, so every change may affect the result. It is compared as a string to stay
  // identical.
  const measured = () =>
    isDrawn && state.status === 'ready' ? JSON.stringify(state.painting.findFitting(fieldId) ?? null) : 'null'
  const text = useSyncExternalStore(store.subscribe, measured, measured)
  return (JSON.parse(text) as TextFitResult | null) ?? undefined
}

export function TextControl({ field }: { field: TextField }) {
  const model = useEditor()
  const value = useFieldValue(field)
  const text = typeof value === 'string' ? value : ''
  const fitting = useFitting(field.id)
  const style = useEarlyTypeface(text)
  const { maxLength, maxLines } = field.rules ?? {}
  const isSingle = maxLines === 1
  const notices = textNotices(field, text, fitting)
  const shared = {
    id: controlId(field.id),
    value: text,
    'aria-describedby': descriptionId(field.id),
    'aria-required': field.required,
    autoComplete: 'off',
    style,
    // The browser's own undo covers only this control; the editor's covers all.
    onChange: (event: { currentTarget: { value: string } }) =>
      model.change(field.id, event.currentTarget.value, `text:${field.id}`),
    onBlur: () => model.store.endGroup(),
  }
  return (
    <FieldFrame
      field={field}
      notices={notices}
      onPlain={(plain) => {
        model.change(field.id, plain)
        // The button disappears together with the notice.
        document.getElementById(controlId(field.id))?.focus()
      }}
      aside={
        maxLength !== undefined && (
          <span className={classNames(countGraphemes(text) > maxLength && 'font-medium text-warn')}>
            <span className="sr-only">
              <Trans>Characters:</Trans>{' '}
            </span>
            <bdi translate="no" dir="ltr">{`${countGraphemes(text)} / ${maxLength}`}</bdi>
          </span>
        )
      }
    >
      {isSingle ? (
        <LineInput {...shared} className={controlClass} />
      ) : (
        <textarea
          {...shared}
          rows={Math.min(4, Math.max(2, maxLines ?? 2, text.split('\n').length))}
          className={classNames(controlClass, 'h-auto resize-y py-2.5')}
        />
      )}
    </FieldFrame>
  )
}

/** Scripts other than Latin, Greek, Cyrillic and Hebrew: the pages' typefaces for them are 40 to 90 kB each. */
const LARGE_SCRIPT = /[\u0600-\u1fff]/

/**
 * Uses the device's own typeface until the first picture is drawn, so that a font which the picture does not need
 * cannot delay it.
 */
export function useEarlyTypeface(text: string): CSSProperties | undefined {
  const isDrawn = hasFirstPicture(useObservable(useEditor().stage))
  return !isDrawn && LARGE_SCRIPT.test(text) ? { fontFamily: 'system-ui' } : undefined
}
