import type { ProjectVersion } from '@vitrine/contract/projects'
import type { Field } from '@vitrine/document/field'
import { describe, expect, it } from 'vitest'
import { momentText, versionNote, versionTitle } from './version-label.ts'

const now = new Date(2026, 10, 21, 18, 0)
const at = (...parts: [number, number, number, number?, number?]) =>
  momentText(new Date(...parts).toISOString(), now, 'en-GB')
const fields: Field[] = ['Name', 'Greeting', 'Photo'].map((label) => ({
  id: label.toLowerCase(),
  type: 'text',
  label,
  default: '',
}))
const version = (values: Record<string, unknown>, change: Partial<ProjectVersion> = {}): ProjectVersion => ({
  versionId: 'v',
  name: null,
  reason: 'automatic',
  createdAt: now.toISOString(),
  values,
  difference: {},
  aspect: null,
  timeline: null,
  ...change,
})
const present = { values: { name: 'Asha' }, difference: {}, aspect: null }

describe('the label of a version', () => {
  it('names days as people do', () => {
    expect(at(2026, 10, 21, 9, 5)).toBe('Today, 09:05')
    expect(at(2026, 10, 20, 23, 59)).toBe('Yesterday, 23:59')
    expect(at(2026, 10, 3, 18)).toBe('3 Nov, 18:00')
    expect(at(2025, 10, 3, 18)).toBe('3 Nov 2025, 18:00')
    expect(versionTitle({ name: 'For mother', createdAt: now.toISOString() })).toBe('For mother')
  })

  it('names the differences from the current version', () => {
    expect(versionNote(version({ name: 'Asha' }), present, fields)).toBe(
      'Saved automatically · same as current version',
    )
    expect(versionNote(version({ greeting: 'x', photo: 'y' }, { reason: 'export' }), present, fields)).toBe(
      'Exported · differs in Name, Greeting and 1 more',
    )
    expect(versionNote(version({ name: 'Asha' }, { aspect: '9:16' }), present, fields)).toMatch(/differs in Shape$/)
  })
})
