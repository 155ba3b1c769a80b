// The texts of the page's language in the browser. English ones are in the code and need no loading.
import { createI18n, provideI18n } from './i18n.ts'

/** Parts of the catalogue that are loaded separately. */
export type TextArea = 'store' | 'editors' | 'admin'
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
