// Labels of kinds, states and severities in publishing.
import type { LayerType } from '@vitrine/composition/layer'
import type { AdminTemplate } from '@vitrine/contract/admin'
import type { LintLine, PreviewState } from '@vitrine/contract/publishing'
import type { BadgeTone } from '../../ui/badge.tsx'

export const kindLabels = { video: 'Video', image: 'Image', 'direct-sell': 'Ready-made' } as const
export const statusLabels = { draft: 'Draft', published: 'Published', withdrawn: 'Withdrawn' } as const
export const statusTones: Readonly<Record<AdminTemplate['status'], BadgeTone>> = {
  draft: 'warn',
  published: 'good',
  withdrawn: 'plain',
}

export const previewLabels: Readonly<Record<PreviewState['status'], string>> = {
  none: 'No preview yet',
  waiting: 'Waiting for the worker',
  making: 'Making poster and preview',
  ready: 'Poster and preview are ready',
  failed: 'The preview failed',
}

export const severityLabels: Readonly<Record<LintLine['severity'], { one: string; many: string; tone: BadgeTone }>> = {
  error: { one: 'to fix', many: 'to fix', tone: 'bad' },
  warning: { one: 'warning', many: 'warnings', tone: 'warn' },
  info: { one: 'note', many: 'notes', tone: 'plain' },
}

/** Labels of layer types for owners. */
export const layerLabels: Readonly<Record<LayerType, string>> = {
  solid: 'Solid',
  shape: 'Shape',
  text: 'Text',
  image: 'Image',
  media: 'Photo or video in a frame',
  plate: 'Transparent video',
  group: 'Group',
  audio: 'Audio',
  particles: 'Particles',
  texture: 'Texture',
  light: 'Light',
}

const moment = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' })

/** '21 Nov 2026, 9:03 am' */
export function momentText(iso: string): string {
  return moment.format(new Date(iso))
}

const size = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })

/** '12.5 MB' */
export function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${size.format(bytes / 1e3)} kB` : `${size.format(bytes / 1e6)} MB`
}
