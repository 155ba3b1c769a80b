// Labels of kinds, states and severities in publishing.
import { plural, t } from '@lingui/core/macro'
import type { AdminTemplate } from '@vitrine/contract/admin'
import type { LintLine } from '@vitrine/contract/publishing'
import type { LayerType } from '@vitrine/document/layer'
import { numberFormat } from '../../language/format.ts'
import type { BadgeTone } from '../../ui/indicator.tsx'

export const kindLabels = () => ({ video: t`Video`, image: t`Image`, 'direct-sell': t`Ready-made` })
export const statusLabels = () => ({ draft: t`Draft`, published: t`Published`, withdrawn: t`Withdrawn` })
export const statusTones: Readonly<Record<AdminTemplate['status'], BadgeTone>> = {
  draft: 'warn',
  published: 'good',
  withdrawn: 'plain',
}

type Severity = LintLine['severity']

export const severityTones: Readonly<Record<Severity, BadgeTone>> = { error: 'bad', warning: 'warn', info: 'plain' }

export function severityLabel(severity: Severity): string {
  return { error: t`To fix`, warning: t`Warning`, info: t`Note` }[severity]
}

/** '2 to fix', '1 warning' or '3 notes'. */
export function severityCount(severity: Severity, count: number): string {
  if (severity === 'error') return plural(count, { one: '# to fix', other: '# to fix' })
  if (severity === 'warning') return plural(count, { one: '# warning', other: '# warnings' })
  return plural(count, { one: '# note', other: '# notes' })
}

/** The type of a layer, for owners. */
export function layerLabel(type: LayerType): string {
  return {
    solid: t`Solid`,
    shape: t`Shape`,
    text: t`Text`,
    image: t`Image`,
    media: t`Photo or video in a frame`,
    plate: t`Transparent video`,
    group: t`Group`,
    audio: t`Audio`,
    particles: t`Particles`,
    texture: t`Texture`,
    light: t({ message: 'Light', context: 'layer' }),
    adjustment: t`Adjustment layer`,
  }[type]
}

/** '12.5 MB' */
export function sizeText(bytes: number): string {
  const size = numberFormat({ maximumFractionDigits: 1 })
  const [kilobytes, megabytes] = [size.format(Math.max(0.1, bytes / 1e3)), size.format(bytes / 1e6)]
  return bytes < 1e6 ? t`${kilobytes} kB` : t`${megabytes} MB`
}
