// How long browsers keep the data of a list.
import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { hostContext } from '../../api/context.ts'
import { loadList } from './list-page.ts'

it('shows a list again at once, except one that could not be loaded', async () => {
  const load = async (status: number) => {
    const context = new RouterContextProvider()
    context.set(hostContext, { transport: async () => ({ status, body: {} }) } as never)
    const { init } = await loadList('video', { context, request: new Request('https://store.example/templates-list') })
    return new Headers(init?.headers).get('cache-control')
  }
  expect(await load(200)).toBe('private, max-age=0, stale-while-revalidate=300')
  expect(await load(503)).toBeNull()
})
