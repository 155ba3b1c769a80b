// The list of liked templates, and the effect and messages of pressing a heart.
import type { UserTemplate } from '@vitrine/contract/catalogue'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { stopClock } from '../../../testing/clock.ts'
import { ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press } from '../../../testing/press.ts'
import { Queries } from '../../../testing/queries.tsx'
import { renderPage } from '../../../testing/render-page.tsx'
import { asha, signIn } from '../../../testing/signed-in.ts'
import { createTemplate } from '../../../testing/template.ts'
import { MemberLinks } from '../../shell/member-links.tsx'
import { savePendingAddition, takePendingAddition } from '../cart/add-to-cart.ts'
import { useLike } from '../catalogue/like.ts'
import Liked from './liked.tsx'

const liked = (templateId: string, kind: UserTemplate['kind'] = 'video') =>
  createTemplate(templateId, kind, { templateName: templateId })

/** The page of the liked templates, as in the profile. */
function openLiked(likedTemplates: readonly unknown[]) {
  signIn({ likedTemplates })
  const server = startFakeServer()
  renderPage(
    <Queries>
      <Liked />
    </Queries>,
    { at: '/liked' },
  )
  return server
}

const names = () => [...document.querySelectorAll('h2')].map((heading) => heading.textContent)

test('a liked template can be put into the cart, and opened where there is something to fill in', async () => {
  openLiked([liked('feast'), liked('loop', 'direct-sell')])
  await expect.element(page.getByRole('button', { name: 'Add to cart: feast' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add to cart: loop' })).toBeVisible()
  const editors = page.getByRole('link', { name: 'Open in editor' })
  await expect.element(editors).toHaveAttribute('href', '/template/feast/server-render')
  await expectAccessible()
})

test('liked templates are sorted, searched and unliked', async () => {
  // A server of the specification may send plain ids; one of them is of a deleted template.
  const server = openLiked([liked('feast'), 'arches', 'gone'])
  server.answer('GET /api/template/arches', ok(liked('arches')))
  server.answer('GET /api/template/gone', { status: 404 })
  await expect.poll(names).toEqual(['feast', 'arches'])
  const sort = page.getByLabelText('Sort liked templates by')
  const orders = [...sort.element().children].map((option) => option.getAttribute('value'))
  expect(orders).toEqual(['recent', 'name', 'price-low', 'price-high'])
  await sort.selectOptions('name')
  await expect.poll(names).toEqual(['arches', 'feast'])
  await page.getByLabelText('Search liked templates').fill(' FEAST ')
  await expect.poll(names).toEqual(['feast'])
  server.answer('DELETE /api/unlike-template/feast', ok())
  server.answer('GET /api/profile', ok(asha))
  await press(page.getByRole('button', { name: 'Unlike feast' }))
  await expect.element(page.getByText('No liked templates yet')).toBeVisible()
})

function Heart() {
  const { isLiked, like } = useLike('feast')
  return (
    <button type="button" aria-pressed={isLiked} onClick={like}>
      Heart
    </button>
  )
}
const heart = page.getByRole('button', { name: 'Heart' })

test('a visitor’s heart is remembered, and its message leads to the sign-in and back', async () => {
  startFakeServer()
  renderPage(<Heart />, {
    at: '/templates-list?search=feast',
    path: '/templates-list',
    routes: [{ path: 'login', Component: () => <h1>Login</h1> }],
  })
  await press(heart)
  await expect.element(page.getByText('Please log in to like this template')).toBeVisible()
  await press(page.getByRole('button', { name: 'Log in' }))
  await expect.element(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  expect(takePendingAddition()).toEqual({ templateId: 'feast', target: 'liked' })
})

test('what a visitor has liked is liked once there is an account', async () => {
  savePendingAddition('feast', 'liked')
  signIn({})
  startFakeServer({ 'POST /api/add-to-liked': ok(), 'GET /api/profile': ok({ ...asha, likedTemplates: ['feast'] }) })
  renderPage(
    <>
      <MemberLinks profile={asha} />
      <Heart />
    </>,
  )
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true')
})

test('a like that fails is taken back, and says so in a toast of five seconds, which fades for 0.3', async () => {
  signIn({})
  const answered = Promise.withResolvers<{ status: number }>()
  startFakeServer({ 'POST /api/add-to-liked': () => answered.promise })
  renderPage(<Heart />)
  await press(heart)
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true')
  const clock = stopClock()
  answered.resolve({ status: 500 })
  const toast = page.getByText('Failed to add template to liked list')
  const isFading = () => toast.element().parentElement?.classList.contains('opacity-0')
  await clock.run(5000, () => expect(isFading()).toBe(false))
  await clock.run(300, () => expect(isFading()).toBe(true))
  expect(toast.query()).toBeNull()
  expect(heart.element().getAttribute('aria-pressed')).toBe('false')
})

test('a second like is refused, in a toast that can be closed', async () => {
  signIn({ likedTemplates: ['feast'] })
  startFakeServer()
  renderPage(<Heart />)
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true')
  await press(heart)
  await expect.element(page.getByText('You have already liked this template')).toBeVisible()
  await press(page.getByRole('button', { name: 'Close message' }))
  await expect.element(page.getByText('You have already liked this template')).not.toBeInTheDocument()
})
