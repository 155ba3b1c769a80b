// The texts of the page's language in the browser. English ones are in the code and need no loading.

import { useState } from 'react'
import { useMatches, useRouteLoaderData } from 'react-router'
import { createI18n, provideI18n } from './i18n.ts'

/** Parts of the catalogue that are loaded separately. */
type TextArea = 'store' | 'editors' | 'admin'
/** Addresses of the texts by area. */
export type TextFiles = Readonly<Partial<Record<TextArea, string>>>

const loaded: Record<string, unknown> = {}
const loading = new Map<string, Promise<void>>()

/** Adds the texts of some areas to those of the page. Texts of a file that cannot be loaded stay English. */
export async function loadTexts(areas: readonly TextArea[]): Promise<void> {
  const files: TextFiles = JSON.parse(document.documentElement.dataset.texts ?? '{}')
  await Promise.all(
    areas.map((area) => {
      const address = files[area]
      const known = address ? loading.get(address) : undefined
      if (!address || known) return known
      const load = fetchTexts(address)
      loading.set(address, load)
      return load.catch(() => void loading.delete(address))
    }),
  )
}

async function fetchTexts(address: string): Promise<void> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  Object.assign(loaded, await answer.json())
}

/** Loads the areas that the document names, and sets the language. Must finish before hydration. */
export async function startLanguage(): Promise<void> {
  const { lang, dir, dataset } = document.documentElement
  const i18n = createI18n(lang || 'en', loaded, dir === 'rtl' ? 'rtl' : 'ltr')
  provideI18n(() => i18n)
  await loadTexts((dataset.areas ?? '').split(' ').filter(Boolean) as TextArea[])
}

/** The catalogue areas of a page's routes, by their folders. */
function listTextAreas(routeIds: readonly string[]): TextArea[] {
  if (routeIds.some((id) => /^(admin|setup)\//.test(id))) return ['store', 'editors', 'admin']
  return routeIds.some((id) => id.startsWith('editor/')) ? ['store', 'editors'] : ['store']
}

/** The text files in the language of the page, and the areas of this page that have one. */
export function usePageTexts(): { files: TextFiles; areas: readonly TextArea[] } {
  const matches = useMatches()
  const root = useRouteLoaderData('root') as { language?: { files: TextFiles } } | undefined
  const files = root?.language?.files ?? {}
  // Fixed to the document's areas: pages opened later load theirs themselves.
  const [areas] = useState(() => listTextAreas(matches.map(({ id }) => id)).filter((area) => files[area]))
  return { files, areas }
}
