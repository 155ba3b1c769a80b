// Answers and panels that several kinds of templates share.
import type { Template } from '@vitrine/contract/catalogue'
import type { ReactNode } from 'react'

type Panel = readonly [title: string, content: ReactNode]

const defaultLayout = '16:9'

/** What no line may end within: a number and its unit. */
const space = '\u00a0'

/** '1920 × 1080'. */
export function dimensionText(dimensions: string): string {
  return dimensions.replace('x', `${space}×${space}`)
}

/** '1920 × 1080, 12 seconds'. */
export function videoText({ videoDimensions, durationSeconds }: Template): string {
  return `${dimensionText(videoDimensions)}, ${Math.round(durationSeconds)}${space}seconds`
}

/** The full licence is in its panel below. */
export function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s/)[0] ?? text
}

export function layoutPanels(template: Template): Panel[] {
  const layout = template.videoLayout || defaultLayout
  return [
    ['Video Layout', `${layout} (${dimensionText(template.videoDimensions)} pixels)`],
    [
      'Green Screen Layout',
      `${template.greenScreenLayout || layout}${template.greenScreenDimensions && ` (${dimensionText(template.greenScreenDimensions)} pixels)`}`,
    ],
  ]
}

export const dimensionPanel = ({ width, height }: Template): Panel => [
  'Dimensions',
  `Width ${width} pixels, height ${height} pixels`,
]

/** 12.4 seconds say '12.4', 12 say '12'. */
export const lengthPanel = (title: string, { durationSeconds }: Template): Panel => [
  title,
  `${Math.round(durationSeconds * 10) / 10} seconds`,
]

export const sectionPanel = ({ templateSection }: Template): Panel => [
  'Template Sections',
  templateSection.join(', ') || 'None',
]

export const compatibilityPanel = ({ templateCompatibility }: Template): Panel => [
  'Compatible With',
  templateCompatibility.join(', ') || 'Every modern browser',
]

export const licensePanel = (title: string, { license }: Template): Panel => [
  title,
  <>
    <strong className="font-medium text-ink">{license.name}.</strong> {license.summary}
  </>,
]
