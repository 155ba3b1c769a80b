// Labels of a version: when it was saved, why, and in which fields it differs.
import type { Field } from '@vitrine/composition/field'
import type { ProjectVersion } from '@vitrine/contract/projects'
import { isSameValue, type ProjectContent } from './project-store.ts'

const reasons: Record<ProjectVersion['reason'], string> = {
  automatic: 'Saved automatically',
  export: 'Exported',
  replaced: 'Before replacing',
  named: 'Saved by you',
}

const dayMs = 24 * 60 * 60 * 1000

/** 'Today, 14:05', 'Yesterday, 09:30', '3 Nov, 18:00', with the year when it is another one. */
export function momentText(iso: string, now: Date = new Date(), locale?: string): string {
  const then = new Date(iso)
  const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  const days = Math.round((startOfDay(now) - startOfDay(then)) / dayMs)
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(then)
  if (days === 0) return `Today, ${time}`
  if (days === 1) return `Yesterday, ${time}`
  const year = then.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return `${new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...year }).format(then)}, ${time}`
}

/** What a version is called in the list and on the stage. */
export function versionTitle({ name, createdAt }: Pick<ProjectVersion, 'name' | 'createdAt'>): string {
  return name ?? momentText(createdAt)
}

/** 'Exported · differs in Name, Photo and 2 more' */
export function versionNote(version: ProjectVersion, present: ProjectContent, fields: readonly Field[]): string {
  const labels = fields
    .filter(({ id }) => !isSameValue(version.values[id], present.values[id]))
    .map(({ label }) => label)
  if (version.aspect !== present.aspect) labels.push('Shape')
  if (!isSameValue(version.timeline ?? undefined, present.timeline)) labels.push('Clips')
  if (labels.length === 0 && !isSameValue(version.difference, present.difference)) labels.push('Layers')
  const named = labels.slice(0, 2).join(', ')
  const note =
    labels.length === 0
      ? 'same as current version'
      : `differs in ${named}${labels.length > 2 ? ` and ${labels.length - 2} more` : ''}`
  return `${reasons[version.reason]} · ${note}`
}
