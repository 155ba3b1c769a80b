// Describes what a customer can edit in a template.
import type { Template } from '@vitrine/contract/catalogue'

const nouns: readonly [keyof Template['editable'], string, string][] = [
  ['photo', 'photo', 'photos'],
  ['video', 'video', 'videos'],
  ['photoOrVideo', 'photo or video', 'photos or videos'],
  ['text', 'text', 'texts'],
  ['color', 'colour', 'colours'],
  ['audio', 'music track', 'music tracks'],
  ['choice', 'choice', 'choices'],
  ['toggle', 'switch', 'switches'],
]

/** '2 photos, 3 texts and 1 colour'. */
export function editableText(editable: Template['editable']): string {
  const parts = nouns.flatMap(([kind, one, many]) => {
    const count = editable[kind]
    return count > 0 ? [`${count} ${count === 1 ? one : many}`] : []
  })
  const last = parts.pop()
  if (last === undefined) return 'Nothing; it’s ready to download'
  return parts.length > 0 ? `${parts.join(', ')} and ${last}` : last
}
