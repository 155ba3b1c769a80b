// Describes what a customer can edit in a template.
import { plural, t } from '@lingui/core/macro'
import type { Template } from '@vitrine/contract/catalogue'
import { listFormat } from '../../language/format.ts'

type Kind = keyof Template['editable']

const counted: readonly (readonly [kind: Kind, text: (count: number) => string])[] = [
  ['photo', (count) => plural(count, { one: '# photo', other: '# photos' })],
  ['video', (count) => plural(count, { one: '# video', other: '# videos' })],
  ['photoOrVideo', (count) => plural(count, { one: '# photo or video', other: '# photos or videos' })],
  ['text', (count) => plural(count, { one: '# text', other: '# texts' })],
  ['color', (count) => plural(count, { one: '# colour', other: '# colours' })],
  ['audio', (count) => plural(count, { one: '# music track', other: '# music tracks' })],
  ['choice', (count) => plural(count, { one: '# choice', other: '# choices' })],
  ['slider', (count) => plural(count, { one: '# slider', other: '# sliders' })],
  ['point', (count) => plural(count, { one: '# position', other: '# positions' })],
  ['toggle', (count) => plural(count, { one: '# switch', other: '# switches' })],
]

/** '2 photos, 3 texts and 1 colour'. */
export function editableText(editable: Template['editable']): string {
  const parts = counted.flatMap(([kind, text]) => (editable[kind] > 0 ? [text(editable[kind])] : []))
  return parts.length > 0 ? listFormat().format(parts) : t`Nothing; it’s ready to download`
}
