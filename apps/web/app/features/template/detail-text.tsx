// Answers and panels that several kinds of templates share.

import { plural, t } from '@lingui/core/macro'
import type { Template } from '@vitrine/contract/catalogue'
import type { ReactNode } from 'react'
import { countText, listFormat, secondsText } from '../../language/format.ts'
import { serverText } from '../../language/i18n.ts'

type Panel = readonly [title: string, content: ReactNode]

const defaultLayout = '16:9'

/** Keeps a number and its unit on one line. */
const space = '\u00a0'

/** '1920 × 1080'. */
export function dimensionText(dimensions: string): string {
  return dimensions.replace('x', `${space}×${space}`)
}

/** '1920 × 1080, 12 seconds'. */
export function videoText({ videoDimensions, durationSeconds }: Template): string {
  const size = dimensionText(videoDimensions)
  const seconds = Math.round(durationSeconds)
  const count = countText(seconds)
  return t`${size}, ${plural(seconds, { one: `${count}\u00a0second`, other: `${count}\u00a0seconds` })}`
}

/** The panel below has the full licence. */
export function firstSentence(text: string): string {
  return text.split(/(?<=[.।۔])\s|(?<=。)/u)[0] ?? text
}

export function layoutPanels(template: Template): Panel[] {
  const layout = template.videoLayout || defaultLayout
  return [
    [t`Video Layout`, layoutText(layout, template.videoDimensions)],
    [t`Green Screen Layout`, layoutText(template.greenScreenLayout || layout, template.greenScreenDimensions)],
  ]
}

/** '16:9 (1920 × 1080 pixels)'; dimensions may be unknown. */
function layoutText(layout: string, dimensions: string): string {
  const size = dimensionText(dimensions)
  return size === '' ? layout : t`${layout} (${size} pixels)`
}

export const dimensionPanel = ({ width, height }: Template): Panel => [
  t`Dimensions`,
  t`Width ${width} pixels, height ${height} pixels`,
]

/** 12.4 seconds as '12.4', 12 as '12'. */
export const lengthPanel = (title: string, { durationSeconds }: Template): Panel => [
  title,
  secondsText(Math.round(durationSeconds * 10) / 10),
]

export const sectionPanel = ({ templateSection }: Template): Panel => [
  t`Template Sections`,
  templateSection.map((section) => serverText(section)).join(', ') || t`None`,
]

export const compatibilityPanel = ({ templateCompatibility }: Template): Panel => [
  t`Compatible With`,
  templateCompatibility.map((name) => serverText(name)).join(', ') || t`Every modern browser`,
]

export const licensePanel = (title: string, { license }: Template): Panel => [
  title,
  <>
    <strong className="font-medium text-ink">{`${serverText(license.name)}.`}</strong>{' '}
    <span>{serverText(license.summary)}</span>
  </>,
]

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

/** What a customer can edit: '2 photos, 3 texts and 1 colour'. */
export function editableText(editable: Template['editable']): string {
  const parts = counted.flatMap(([kind, text]) => (editable[kind] > 0 ? [text(editable[kind])] : []))
  return parts.length > 0 ? listFormat().format(parts) : t`Nothing; it’s ready to download`
}
