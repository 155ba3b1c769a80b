// Suggestions below the search box: the combobox pattern of ARIA's Authoring Practices, with a list and manual
// selection. The page owns the box; this part adds its attributes to the box's input.

import { t } from '@lingui/core/macro'
import type { SearchCompletions, TemplateKind } from '@vitrine/contract/catalogue'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { createCall, httpTransport } from '../../api/api.ts'
import { useLanguages } from '../../api/root-data.ts'
import { templatePath } from '../../api/template-kind.ts'
import { classNames } from '../../ui/class-names.ts'
import { pictureAt } from '../../ui/picture-source.ts'

const pauseMs = 150

type Props = {
  kind: TemplateKind
  input: HTMLInputElement
  /** Searches for a text in the list at once. */
  onSearch: (text: string) => void
  /** Cancels a pending search, which would navigate away from the suggestion's page. */
  onLeave: () => void
}

interface Option {
  readonly key: string
  readonly content: ReactNode
  readonly choose: () => void
}

interface Group {
  readonly title: string
  readonly options: readonly Option[]
}

export default function SearchSuggestions({ kind, input, onSearch, onLeave }: Props) {
  const id = useId()
  const [typed, setTyped] = useState(input.value.trim())
  const [isOpen, setIsOpen] = useState(true)
  const [active, setActive] = useState(-1)
  const completions = useCompletions(kind, typed)
  const navigate = useNavigate()
  const groups = createGroups(completions, {
    search(text) {
      input.value = text
      onSearch(text)
    },
    go(path, state) {
      onLeave()
      void navigate(path, { state })
    },
  })
  const options = groups.flatMap((group) => group.options)
  const isShown = isOpen && typed !== '' && options.length > 0
  const chosen = isShown ? options[active] : undefined
  const close = () => {
    setIsOpen(false)
    setActive(-1)
  }
  const optionId = (index: number) => `${id}-${index}`

  const onInput = useEffectEvent(() => {
    setTyped(input.value.trim())
    setIsOpen(true)
    setActive(-1)
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (steps !== undefined) {
      event.preventDefault()
      if (!isShown) setIsOpen(true)
      // After either end of the list comes the typed text.
      else setActive(((active + 1 + steps + options.length + 1) % (options.length + 1)) - 1)
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter') {
      if (chosen) {
        event.preventDefault()
        chosen.choose()
      }
      close()
    }
  })
  const onBlur = useEffectEvent(close)

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    input.addEventListener('input', () => onInput(), { signal })
    input.addEventListener('keydown', (event) => onKey(event), { signal })
    input.addEventListener('blur', () => onBlur(), { signal })
    // Letters that were typed between the first render and now.
    setTyped(input.value.trim())
    return () => listening.abort()
  }, [input])
  useEffect(() => {
    input.setAttribute('role', 'combobox')
    input.setAttribute('aria-autocomplete', 'list')
    input.setAttribute('aria-expanded', String(isShown))
    if (isShown) input.setAttribute('aria-controls', id)
    else input.removeAttribute('aria-controls')
    if (chosen) input.setAttribute('aria-activedescendant', optionId(active))
    else input.removeAttribute('aria-activedescendant')
  })
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  })

  if (!isShown) return null
  let index = -1
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t`Suggestions`}
      className="absolute start-0 top-full z-40 mt-1.5 max-h-[min(28rem,60dvh)] w-[min(24rem,calc(100vw-2rem))] overflow-y-auto rounded-card border border-line bg-raised p-2 shadow-float"
      // A press must not take the focus from the text.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map(({ title, options: ofGroup }) => (
        // biome-ignore lint/a11y/useSemanticElements: a list box may hold groups of options, and no fieldset.
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden="true" className="px-2 pt-2 pb-1 text-caption text-muted">
            {title}
          </p>
          {ofGroup.map((option) => {
            index += 1
            const place = index
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input, which keeps the focus.
              <div
                key={option.key}
                id={optionId(place)}
                role="option"
                tabIndex={-1}
                aria-selected={place === active}
                onPointerMove={() => setActive(place)}
                onClick={() => {
                  option.choose()
                  close()
                }}
                className={classNames(
                  'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 py-1',
                  place === active && 'bg-well',
                )}
              >
                {option.content}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** The server's suggestions for a text, requested when typing pauses; the last ones stay until the next are loaded. */
function useCompletions(kind: TemplateKind, typed: string): SearchCompletions | undefined {
  const { language } = useLanguages()
  const [completions, setCompletions] = useState<SearchCompletions>()
  useEffect(() => {
    if (typed === '') {
      setCompletions(undefined)
      return
    }
    const asking = new AbortController()
    const timer = setTimeout(async () => {
      const call = createCall(httpTransport)
      // Without suggestions the search still works.
      const found = await call('GET /api/catalogue/:kind/completions', {
        params: { kind },
        query: { search: typed, language: language.tag },
        signal: asking.signal,
      }).catch(() => undefined)
      if (!asking.signal.aborted) setCompletions(found)
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [kind, typed, language.tag])
  return completions
}

interface Ways {
  readonly search: (text: string) => void
  readonly go: (path: string, state?: object) => void
}

function createGroups(completions: SearchCompletions | undefined, { search, go }: Ways): Group[] {
  if (!completions) return []
  const { searches, correctedSearch, occasions, templates } = completions
  const ofSearch = (text: string): Option => ({
    key: `search ${text}`,
    content: <span dir="auto">{text}</span>,
    choose: () => search(text),
  })
  const corrected = correctedSearch === undefined ? [] : [ofSearch(correctedSearch)]
  const others = searches.filter((text) => text !== correctedSearch).map(ofSearch)
  const groups: Group[] = [
    { title: correctedSearch === undefined ? t`Searches` : t`Did you mean`, options: [...corrected, ...others] },
    {
      title: t`Occasions`,
      options: occasions.map(({ slug, title }) => ({
        key: slug,
        content: <span dir="auto">{title}</span>,
        choose: () => go(`/${slug}`),
      })),
    },
    {
      title: t`Templates`,
      options: templates.map((template) => ({
        key: template.templateId,
        content: (
          <>
            <img
              src={pictureAt(template.thumbnail, 240)}
              alt=""
              width={40}
              height={40}
              className="size-10 shrink-0 rounded-control object-cover"
              style={{ backgroundColor: template.dominantColor }}
            />
            <span dir="auto" translate="no" className="truncate">
              {template.templateName}
            </span>
          </>
        ),
        choose: () => go(templatePath(template), { isFromList: true }),
      })),
    },
  ]
  return groups.filter(({ options }) => options.length > 0)
}
