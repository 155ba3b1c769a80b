// Which texts the document of a page loads.
import { useState } from 'react'
import { useMatches, useRouteLoaderData } from 'react-router'
import type { TextArea, TextFiles } from './page-texts.ts'

/** The catalogue areas of a page's routes, by their folders. */
export function listTextAreas(routeIds: readonly string[]): TextArea[] {
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
