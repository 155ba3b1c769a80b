// The naming rule: a designer names a layer in After Effects to declare what customers fill in.
// `{photo: Couple}`, `{text: Names | group Words | max 32 | lines 2}`, or `#photo Couple` for tools that forbid braces.

import type { Placeholder, PlaceholderKind } from '@vitrine/document/field-collector'

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
  slider: 'slider',
  angle: 'slider',
  point: 'point',
  choice: 'choice',
}

/** The placeholder in a layer's name; undefined for an ordinary name. */
export function readPlaceholder(name: unknown): Placeholder | undefined {
  if (typeof name !== 'string' || name.length > 400) return undefined
  const match = /\{\s*([a-z]+)\s*:([^{}]*)\}/i.exec(name) ?? /^\s*#([a-z]+)\s+(.+)$/i.exec(name)
  const word = match?.[1]?.toLowerCase() ?? ''
  const kind = Object.hasOwn(KINDS, word) ? KINDS[word] : undefined
  if (!match || !kind) return undefined
  const [label = '', ...options] = (match[2] ?? '').split('|').map((part) => part.trim())
  const read = options.filter((option) => option !== '').map((option) => readOption(option, kind))
  const others = read.flatMap(({ unknown }) => unknown ?? [])
  return {
    kind,
    label: label === '' ? defaultLabel(kind) : label.slice(0, 120),
    ...Object.assign({}, ...read.map(({ known }) => known)),
    ...(kind === 'choice' ? { options: others.slice(0, 60).map((option) => option.slice(0, 100)) } : {}),
    unknown: kind === 'choice' ? [] : others,
  }
}

function defaultLabel(kind: PlaceholderKind): string {
  return `Your ${kind === 'media' ? 'photo or video' : kind === 'audio' ? 'music' : kind}`
}

function readOption(option: string, kind: PlaceholderKind): { known?: Partial<Placeholder>; unknown?: string } {
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
    case 'min':
    case 'step':
      return kind === 'slider' && Number.isFinite(count) && (word.toLowerCase() === 'min' || count >= 0.001)
        ? { known: { [word.toLowerCase()]: count } }
        : { unknown: option }
    case 'max':
      if (kind === 'slider') return Number.isFinite(count) ? { known: { max: count } } : { unknown: option }
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

/** Words without meaning for placeholders. */
const FILLERS = words(
  'a add and another background bg change comp customer drag drop edit editable enter first fourth front here holder insert last layer main my new on of or own paste place please primary put replace second secondary select third this to top type upload user with write your',
)
/** Words that name the kind of a placeholder. */
const NAMED_KINDS: readonly (readonly [PlaceholderKind, ReadonlySet<string>])[] = [
  ['color', words('accent color colors colour colours')],
  [
    'text',
    words(
      'author brand bride byline caption city company couple date description email groom heading headline hashtag location message month name names occasion paragraph phone place quote role slogan subheading subline subtext subtitle surname tagline text texts time title titles venue website year words',
    ),
  ],
  ['video', words('clip clips film movie video videos')],
  [
    'photo',
    words(
      'avatar headshot image images img logo logos photo photograph photos pic picture pictures portrait screenshot',
    ),
  ],
  ['media', words('footage media placeholder placeholders ph')],
  ['audio', words('audio music song soundtrack')],
]

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/**
 * Guesses the placeholder in a plain layer name that template makers commonly use: `PHOTO 1`, `Placeholder 01`, `drop image
 * here`, `Your Text`, `LOGO`. Every word must be a known one, so that `Logo reveal` remains an ordinary name. `kinds` are those
 * that the layer supports.
 */
export function guessPlaceholder(name: unknown, kinds: readonly PlaceholderKind[]): Placeholder | undefined {
  if (typeof name !== 'string' || name.length > 80) return undefined
  const parts = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Za-z])(\d)/g, '$1 $2')
    .split(/[^A-Za-z0-9.]+/)
    .filter((part) => part !== '')
  const found = parts.flatMap((part) => {
    const word = part.toLowerCase()
    return NAMED_KINDS.filter(([, known]) => known.has(word)).map(([kind]) => kind)
  })
  const isOurs = (part: string) =>
    /^\d{1,3}$/.test(part) ||
    /^[a-z]$/i.test(part) ||
    FILLERS.has(part.toLowerCase()) ||
    NAMED_KINDS.some(([, known]) => known.has(part.toLowerCase()))
  if (found.length === 0 || !parts.every(isOurs)) return undefined
  // "Text placeholder" is a text, "photo or video" is either.
  const sure = found.filter((kind) => kind !== 'media')
  const isEither = sure.includes('photo') && sure.includes('video')
  const kind = isEither ? 'media' : (sure[0] ?? (kinds.includes('media') ? 'media' : kinds[0]))
  if (kind === undefined || !kinds.includes(kind)) return undefined
  return { kind, label: readableLabel(parts), unknown: [] }
}

/** Formats `PHOTO 01` as `Photo 1`. */
function readableLabel(parts: readonly string[]): string {
  const label = parts.map((part) => (/^\d+$/.test(part) ? String(Number(part)) : part.toLowerCase())).join(' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}
