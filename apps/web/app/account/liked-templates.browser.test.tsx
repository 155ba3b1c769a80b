// What a liked template leads on to, and a heart that is pressed before signing in.
import { QueryClientProvider } from '@tanstack/react-query'
import type { UserTemplate } from '@vitrine/contract/catalogue'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startFakeServer } from '../../testing/fake-server.ts'
import { press } from '../../testing/press.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { useLike } from '../store/like.ts'
import { takePendingAddition } from '../store/pending-cart-addition.ts'
import { createQueryClient } from '../store/query-client.ts'
import { LikedTemplates } from './liked-templates.tsx'

const liked = (templateId: string, kind: UserTemplate['kind']) =>
  ({
    templateId,
    kind,
    templateName: templateId,
    templateCategory: [],
    templatePrice: 40,
    templatePriceIND: 40,
    templateThumbnail: '',
    width: 16,
    height: 9,
    dominantColor: '#222222',
    addedAt: '2026-11-28T00:00:00.000Z',
  }) as unknown as UserTemplate

test('a liked template can be put into the cart, and opened where there is something to fill in', async () => {
  startFakeServer()
  renderPage(
    <QueryClientProvider client={createQueryClient()}>
      <LikedTemplates templates={[liked('feast', 'video'), liked('loop', 'direct-sell')]} />
    </QueryClientProvider>,
    { at: '/liked' },
  )
  await expect.element(page.getByRole('button', { name: 'Add to cart: feast' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add to cart: loop' })).toBeVisible()
  const editors = page.getByRole('link', { name: 'Open in editor' })
  await expect.element(editors).toHaveAttribute('href', '/template/feast/server-render')
})

function Heart() {
  const { like } = useLike('feast')
  return (
    <button type="button" onClick={like}>
      Heart
    </button>
  )
}

test('a visitor’s heart is remembered, and its message leads to the sign-in and back', async () => {
  startFakeServer()
  renderPage(<Heart />, {
    at: '/templates-list?search=feast',
    path: '/templates-list',
    routes: [{ path: 'login', Component: () => <h1>Login</h1> }],
  })
  await press(page.getByRole('button', { name: 'Heart' }))
  await expect.element(page.getByText('Please log in to like this template')).toBeVisible()
  await press(page.getByRole('button', { name: 'Log in' }))
  await expect.element(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  expect(takePendingAddition()).toEqual({ templateId: 'feast', target: 'liked' })
})
