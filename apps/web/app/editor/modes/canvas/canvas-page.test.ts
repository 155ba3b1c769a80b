// Where the address of a template leads: into the canvas editor, home, or to the page of a ready-made video.
import type { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { loader } from './canvas-page.tsx'

/** The server's answer about the template; the loader finds it by the transport of the host. */
async function open(path: string, answer: { status: number; body?: unknown }) {
  const transport = async () => answer
  const context = { get: () => ({ transport }) } as unknown as RouterContextProvider
  const found = await loader({
    params: { templateId: path },
    request: new Request(`https://store.test/${path}`),
    context,
  })
  return found instanceof Response ? found.headers.get('location') : found
}

const missing = { status: 404, body: { error: 'Template not found', code: 'not-found' } }

it.each([
  ['a file', 'wp-login.php', missing, '/'],
  ['an unknown word', 'no-such-page', missing, '/'],
])('%s that is no template leads home', async (_, path, answer, target) => {
  expect(await open(path, answer)).toBe(target)
})

it('an editor of an unknown template says itself that it is not found', async () => {
  expect(await open('no-such-page-template', missing)).toBeUndefined()
})

it('an editor whose server is unreachable says so itself', async () => {
  expect(await open('lamps', { status: 500, body: { error: 'broken', code: 'internal' } })).toBeNull()
})

it('a ready-made video has nothing to edit, and leads to its page', async () => {
  const body = { templateId: 'loop', kind: 'direct-sell' }
  expect(await open('loop-template', { status: 200, body })).toBe('/direct-sell/loop')
})
