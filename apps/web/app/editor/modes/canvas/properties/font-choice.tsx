// The font picker: families in their own font, searched by name and language, and their weights.
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { FontScript } from '@vitrine/contract/media'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { i18n } from '../../../../language/i18n.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { controlClass } from '../../../fields/field-frame.tsx'
import { useCanvas } from '../model/canvas-context.tsx'
import {
  closestFace,
  createFontEdits,
  type FontFamily,
  type OfferedFace,
  readWeight,
  useFontFamilies,
} from '../model/font-library.ts'
import { Select } from './control.tsx'
import { shared } from './property.ts'
import { type SelectedText, useEditing } from './selected.ts'

const scriptLabel: Record<FontScript, MessageDescriptor> = {
  latin: msg`Latin`,
  cyrillic: msg`Cyrillic`,
  greek: msg`Greek`,
  arabic: msg`Arabic`,
  hebrew: msg`Hebrew`,
  devanagari: msg`Devanagari`,
  bengali: msg`Bengali`,
  gurmukhi: msg`Gurmukhi`,
  gujarati: msg`Gujarati`,
  tamil: msg`Tamil`,
  telugu: msg`Telugu`,
  kannada: msg`Kannada`,
  malayalam: msg`Malayalam`,
}

/** Sample letters that show the script of a family. */
const samples: Partial<Record<FontScript, string>> = {
  devanagari: 'शुभ विवाह',
  gujarati: 'શુભ લગ્ન',
  tamil: 'திருமணம்',
  arabic: 'مبارك',
  bengali: 'শুভ',
  telugu: 'శుభం',
  kannada: 'ಶುಭ',
  malayalam: 'ശുഭം',
  gurmukhi: 'ਸ਼ੁਭ',
}

export function FontChoice({ items: texts }: { items: readonly SelectedText[] }) {
  const canvas = useCanvas()
  const editing = useEditing()
  const { families, isLoading, hasFailed } = useFontFamilies()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const family = shared(texts, ({ resolved }) => resolved.font)
  const shownFamily = family ?? t`Mixed`
  const present = families.find((other) => other.family === family)
  const current = {
    weight: shared(texts, ({ resolved }) => resolved.weight ?? 400) ?? 400,
    style: shared(texts, ({ resolved }) => resolved.style ?? 'normal') ?? 'normal',
  }
  const face = present && closestFace(present, current)
  const put = (next: OfferedFace | undefined) => {
    if (!next) return
    const ids = texts.map(({ entry }) => entry.id)
    editing.run(t`Change font`, createFontEdits(canvas, next, ids))
  }
  return (
    <div className="flex flex-col gap-2">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={`${id}-fonts`}
        aria-label={t`Font: ${shownFamily}`}
        onClick={() => setIsOpen(!isOpen)}
        className="flex h-11 items-center rounded-control border border-edge bg-paper px-3 text-start hover:border-ink"
      >
        {shownFamily}
      </button>
      {isOpen && (
        <div id={`${id}-fonts`} className="rounded-card border border-line bg-well p-2">
          <FamilyList
            families={families}
            chosen={family}
            onChoose={(next) => put(closestFace(next, current))}
            note={isLoading ? t`Loading more fonts…` : hasFailed ? t`More fonts could not be loaded.` : ''}
          />
        </div>
      )}
      {present && present.faces.length > 1 && (
        <Select
          label={t`Weight`}
          value={face ? toFaceKey(face) : undefined}
          choices={present.faces.map((face) => ({ value: toFaceKey(face), label: faceLabel(face) }))}
          onValue={(key) => put(present.faces.find((face) => toFaceKey(face) === key))}
        />
      )}
    </div>
  )
}

const toFaceKey = ({ face }: OfferedFace) => `${readWeight(face)} ${face.style ?? 'normal'}`

const weightLabel: Readonly<Record<number, MessageDescriptor>> = {
  100: msg({ message: 'Thin', context: 'font weight' }),
  200: msg({ message: 'Extra light', context: 'font weight' }),
  300: msg({ message: 'Light', context: 'font weight' }),
  400: msg({ message: 'Regular', context: 'font weight' }),
  500: msg({ message: 'Medium', context: 'font weight' }),
  600: msg({ message: 'Semibold', context: 'font weight' }),
  700: msg({ message: 'Bold', context: 'font weight' }),
  800: msg({ message: 'Extra bold', context: 'font weight' }),
  900: msg({ message: 'Black', context: 'font weight' }),
}

function faceLabel({ face }: OfferedFace): string {
  const label = weightLabel[readWeight(face)]
  const weight = label ? i18n._(label) : String(readWeight(face))
  return face.style === 'italic' ? t`${weight} italic` : weight
}

type FamilyListProps = {
  families: readonly FontFamily[]
  chosen: string | undefined
  onChoose: (family: FontFamily) => void
  note: string
}

function FamilyList({ families, chosen, onChoose, note }: FamilyListProps) {
  const [search, setSearch] = useState('')
  const [script, setScript] = useState<FontScript | 'all'>('all')
  const scripts = [...new Set(families.flatMap((family) => family.scripts))]
  const found = families.filter(
    (family) =>
      family.family.toLowerCase().includes(search.trim().toLowerCase()) &&
      (script === 'all' || family.scripts.includes(script)),
  )
  return (
    <div className="flex flex-col gap-2">
      <input
        type="search"
        aria-label={t`Search fonts`}
        placeholder={t`Search fonts`}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        className={controlClass}
      />
      <select
        aria-label={t`Language`}
        value={script}
        onChange={(event) => setScript(event.currentTarget.value as FontScript | 'all')}
        className={controlClass}
      >
        <option value="all">{t`All languages`}</option>
        {scripts.map((script) => (
          <option key={script} value={script}>
            {i18n._(scriptLabel[script])}
          </option>
        ))}
      </select>
      <ul aria-label={t`Fonts`} className="max-h-72 overflow-y-auto overscroll-contain">
        {found.map((item) => (
          <FamilyRow
            key={item.family}
            family={item}
            sample={script === 'all' ? undefined : samples[script]}
            isChosen={item.family === chosen}
            onChoose={() => onChoose(item)}
          />
        ))}
      </ul>
      {found.length === 0 && (
        <p className="px-2 pb-2 text-caption text-muted">
          <Trans>No fonts found.</Trans>
        </p>
      )}
      {note && <p className="px-2 text-caption text-muted">{note}</p>}
    </div>
  )
}

type FamilyRowProps = { family: FontFamily; sample: string | undefined; isChosen: boolean; onChoose: () => void }

function FamilyRow({ family, sample, isChosen, onChoose }: FamilyRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const shown = closestFace(family, { weight: 500, style: 'normal' })
  const name = usePreviewFont(row, shown?.face.src, shown?.url)
  const native =
    sample ??
    family.scripts
      .map((script) => samples[script])
      .find((sample) => sample !== undefined && !family.scripts.includes('latin'))
  return (
    <li ref={row}>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={classNames(
          'flex min-h-11 w-full items-center justify-between gap-3 rounded-control px-2 text-start -outline-offset-2',
          isChosen ? 'bg-marigold text-on-marigold' : 'hover:bg-raised',
        )}
      >
        <span className="truncate text-lead" style={name ? { fontFamily: `"${name}", var(--font-sans)` } : undefined}>
          {family.family}
        </span>
        {native && (
          <span
            aria-hidden="true"
            className="shrink-0"
            style={name ? { fontFamily: `"${name}", var(--font-sans)` } : undefined}
          >
            {native}
          </span>
        )}
        {family.isOwn && (
          <span className="sr-only">
            <Trans>, from this template</Trans>
          </span>
        )}
      </button>
    </li>
  )
}

const loading = new Map<string, Promise<string>>()

/** The CSS name under which a font file can be used on the page. Rejects when it cannot be loaded. */
export function loadPreviewFont(src: string, url: string): Promise<string> {
  const known = loading.get(src)
  if (known) return known
  const name = `preview-${src.replace(/\W/g, '').slice(-16)}`
  const started = fetch(url)
    .then(async (response) => {
      if (!response.ok) throw new Error(`The font could not be loaded: ${response.status}`)
      const face = new FontFace(name, await response.arrayBuffer())
      document.fonts.add(await face.load())
      return name
    })
    .catch((error: unknown) => {
      loading.delete(src)
      throw error
    })
  loading.set(src, started)
  return started
}

/** The CSS name of a font once the element has been in view and the file is loaded. */
export function usePreviewFont(
  element: RefObject<HTMLElement | null>,
  src: string | undefined,
  url: string | undefined,
): string | undefined {
  const [name, setName] = useState<string>()
  useEffect(() => {
    setName(undefined)
    if (!element.current || !src || !url) return
    let isUnmounted = false
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watcher.disconnect()
      // A font that cannot be loaded is shown in the page's own.
      loadPreviewFont(src, url).then(
        (found) => isUnmounted || setName(found),
        () => undefined,
      )
    })
    watcher.observe(element.current)
    return () => {
      isUnmounted = true
      watcher.disconnect()
    }
  }, [element, src, url])
  return name
}
