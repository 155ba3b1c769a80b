// The suggestions of the search box, chosen by keys and by pressing.
import type { SearchCompletions } from '@vitrine/contract/catalogue'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createTemplate } from '../../../testing/template.ts'
import SearchSuggestions from './search-suggestions.tsx'

const box = page.getByLabelText('Search templates')
const list = page.getByRole('listbox', { name: 'Suggestions' })
const found: SearchCompletions = {
  searches: ['birthday', 'birth chart'],
  occasions: [{ slug: 'occasions/birthday', title: 'Birthday videos and cards' }],
  templates: [createTemplate('confetti')],
}

function Box({ onSearch, onLeave }: { onSearch: (text: string) => void; onLeave: () => void }) {
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  return (
    <main className="relative">
      <h1>{useLocation().pathname}</h1>
      <input ref={setInput} aria-label="Search templates" />
      {input && <SearchSuggestions kind="video" input={input} onSearch={onSearch} onLeave={onLeave} />}
    </main>
  )
}

function open(completions: SearchCompletions) {
  const server = startFakeServer({ 'GET /api/catalogue/video/completions': ok(completions) })
  const [onSearch, onLeave] = [vi.fn(), vi.fn()]
  renderPage(<Box onSearch={onSearch} onLeave={onLeave} />)
  return { server, onSearch, onLeave }
}

test('searches, occasions and templates are suggested, and chosen with the arrow keys', async () => {
  const { server, onSearch } = open(found)
  await userEvent.type(box, 'birth')
  // A pause between two letters may have asked for the first ones.
  await expect.poll(() => server.requests.at(-1)?.path).toContain('search=birth')
  await expect.element(list.getByRole('option').first()).toHaveTextContent('birthday')
  for (const name of ['Birthday videos and cards', 'Template confetti'])
    await expect.element(list.getByRole('option', { name })).toBeVisible()
  await expect.element(box).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible()
  await userEvent.keyboard('{ArrowDown}')
  const option = list.getByRole('option', { name: 'birthday', exact: true })
  await expect.element(option).toHaveAttribute('aria-selected', 'true')
  await expect.element(box).toHaveAttribute('aria-activedescendant', option.element().id)
  await userEvent.keyboard('{Enter}')
  expect(onSearch).toHaveBeenCalledWith('birthday')
  await expect.element(list).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(list).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
})

test('what was meant comes first, and a press leads to a template, without the search that waited', async () => {
  const { onLeave } = open({ ...found, correctedSearch: 'birthday' })
  await userEvent.type(box, 'brithday')
  await expect.element(list.getByRole('group', { name: 'Did you mean' })).toBeVisible()
  await press(list.getByRole('option', { name: 'Template confetti' }))
  await expect.element(page.getByRole('heading', { name: '/template/confetti' })).toBeVisible()
  expect(onLeave).toHaveBeenCalledOnce()
})
