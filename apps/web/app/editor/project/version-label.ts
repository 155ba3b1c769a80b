// Labels of a version: when it was saved, why, and in which fields it differs.

import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { ProjectVersion } from '@vitrine/contract/projects'
import type { Field } from '@vitrine/document/field'
import { isSameJson } from '@vitrine/document/same-json'
import { rowText } from '../../language/format.ts'
import { i18n } from '../../language/i18n.ts'
import type { ProjectContent } from './project-store.ts'

const reasons: Record<ProjectVersion['reason'], MessageDescriptor> = {
  automatic: msg`Saved automatically`,
  export: msg`Exported`,
  replaced: msg`Before replacing`,
  named: msg`Saved by you`,
}

/** English uses the browser's locale, American or British; other languages use their own. */
const ownLocale = () => (i18n.locale === 'en' ? undefined : i18n.locale)

const dayMs = 24 * 60 * 60 * 1000

/** 'Today, 14:05', 'Yesterday, 09:30', '3 Nov, 18:00', with the year when it is not the current one. */
export function momentText(iso: string, now: Date = new Date(), locale = ownLocale()): string {
  const then = new Date(iso)
  const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  const days = Math.round((startOfDay(now) - startOfDay(then)) / dayMs)
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, numberingSystem: 'latn' }).format(then)
  const time = write({ hour: '2-digit', minute: '2-digit' })
  if (days === 0) return t`Today, ${time}`
  if (days === 1) return t`Yesterday, ${time}`
  const year = then.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return `${write({ day: 'numeric', month: 'short', ...year })}, ${time}`
}

/** The name of a version in the list and on the stage. */
export function versionTitle({ name, createdAt }: Pick<ProjectVersion, 'name' | 'createdAt'>): string {
  return name ?? momentText(createdAt)
}

/** 'Exported · differs in Name, Photo and 2 more' */
export function versionNote(version: ProjectVersion, present: ProjectContent, fields: readonly Field[]): string {
  const labels = fields
    .filter(({ id }) => !isSameJson(version.values[id], present.values[id]))
    .map(({ label }) => label)
  if (version.aspect !== present.aspect) labels.push(t`Shape`)
  if (!isSameJson(version.timeline ?? undefined, present.timeline)) labels.push(t`Clips`)
  if (labels.length === 0 && !isSameJson(version.difference, present.difference)) labels.push(t`Layers`)
  return `${i18n._(reasons[version.reason])} · ${differenceText(labels)}`
}

function differenceText(labels: readonly string[]): string {
  if (labels.length === 0) return t`same as current version`
  const named = rowText(labels.slice(0, 2))
  const more = labels.length - 2
  return more > 0 ? t`differs in ${named} and ${more} more` : t`differs in ${named}`
}
