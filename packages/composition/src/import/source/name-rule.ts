// The naming rule: how a designer says in After Effects, by the name of a layer, what customers may fill in.
// `{photo: Couple}`, `{text: Names | group Words | max 32 | lines 2}`, or `#photo Couple` for tools that forbid braces.

import type { Placeholder, PlaceholderKind } from '../../evaluate/field-collector.ts'

const KINDS: Readonly<Record<string, PlaceholderKind>> = {
  photo: 'photo',
  image: 'photo',
  picture: 'photo',
  video: 'video',
  film: 'video',
  media: 'media',
  text: 'text',
  color: 'color',
  colour: 'color',
  audio: 'audio',
  music: 'audio',
  toggle: 'toggle',
}

/** What the name of a layer asks for, or undefined when it is just a name. */
export function readPlaceholder(name: unknown): Placeholder | undefined {
  if (typeof name !== 'string' || name.length > 400) return undefined
  const match = /\{\s*([a-z]+)\s*:([^{}]*)\}/i.exec(name) ?? /^\s*#([a-z]+)\s+(.+)$/i.exec(name)
  const word = match?.[1]?.toLowerCase() ?? ''
  const kind = Object.hasOwn(KINDS, word) ? KINDS[word] : undefined
  if (!match || !kind) return undefined
  const [label = '', ...options] = (match[2] ?? '').split('|').map((part) => part.trim())
  const read = options.filter((option) => option !== '').map(readOption)
  return {
    kind,
    label: label === '' ? defaultLabel(kind) : label.slice(0, 120),
    ...Object.assign({}, ...read.map(({ known }) => known)),
    unknown: read.flatMap(({ unknown }) => unknown ?? []),
  }
}

function defaultLabel(kind: PlaceholderKind): string {
  return `Your ${kind === 'media' ? 'photo or video' : kind === 'audio' ? 'music' : kind}`
}

function readOption(option: string): { known?: Partial<Placeholder>; unknown?: string } {
  const [word = '', ...others] = option.split(/[\s:=]+/)
  const rest = others.join(' ')
  const count = Number.parseFloat(rest)
  const whole = Math.round(count)
  switch (word.toLowerCase()) {
    case 'required':
      return { known: { required: true } }
    case 'group':
      return rest === '' ? { unknown: option } : { known: { group: rest.slice(0, 80) } }
    case 'hint':
      return rest === '' ? { unknown: option } : { known: { hint: rest.slice(0, 300) } }
    case 'max':
      return whole >= 1 && whole <= 2000 ? { known: { max: whole } } : { unknown: option }
    case 'lines':
      return whole >= 1 && whole <= 100 ? { known: { lines: whole } } : { unknown: option }
    case 'seconds':
      return count >= 0.1 && count <= 3600 ? { known: { seconds: count } } : { unknown: option }
    case 'cover':
    case 'contain':
      return { known: { fit: word.toLowerCase() as 'cover' | 'contain' } }
    default:
      return { unknown: option }
  }
}
