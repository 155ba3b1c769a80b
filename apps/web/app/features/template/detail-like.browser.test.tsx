// The heart on the page of a template, which can also remove a like.
import type { TemplateKind } from '@vitrine/contract/catalogue'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answer, ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { asha, signIn } from '../../../testing/signed-in.ts'
import { createTemplate } from '../../../testing/template.ts'
import { DetailPage } from './detail-page.tsx'

const heart = page.getByRole('button', { name: /ike this template$/ })

function openDetail(kind: TemplateKind): void {
  const detail = { template: createTemplate('feast', kind), link: null }
  renderPage(<DetailPage detail={detail} answers={[]} priceNote="" ownedNote="" panels={[]} />, {
    at: '/feast',
    path: '/:templateId',
    routes: [{ path: 'login', Component: () => <h1>{useLocation().search}</h1> }],
  })
}

test.each([
  [[], 200, 'Template added to liked list successfully!', true],
  [['feast'], 200, 'Template removed from liked list', false],
  [[], 503, 'Failed to update like status', false],
  [['feast'], 503, 'Failed to update like status', true],
] as const)('with %j liked and answered with %i it says: %s', async (likedTemplates, status, words, isLiked) => {
  signIn({ likedTemplates })
  const change = isLiked === (status === 200) ? 'POST /api/add-to-liked' : 'DELETE /api/unlike-template/feast'
  const profile = ok({ ...asha, likedTemplates: isLiked ? ['feast'] : [] })
  startFakeServer({ [change]: { status }, 'GET /api/profile': profile })
  openDetail('video')
  await press(heart)
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(heart).toHaveAttribute('aria-pressed', String(isLiked))
})

test('the heart stays as it was pressed until the profile says the same', async () => {
  signIn({ likedTemplates: [] })
  const profile = Promise.withResolvers<Answer>()
  const server = startFakeServer({ 'POST /api/add-to-liked': ok(), 'GET /api/profile': () => profile.promise })
  openDetail('video')
  await press(heart)
  await expect.poll(() => server.requests.at(-1)?.path).toBe('/api/profile')
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true')
  const words = page.getByText('Template added to liked list successfully!')
  expect(words.query()).toBeNull()
  profile.resolve(ok({ ...asha, likedTemplates: ['feast'] }))
  await expect.element(words).toBeVisible()
})

test.each([
  ['video', 'Please log in to like this template'],
  ['image', '?next=%2Ffeast'],
  ['direct-sell', '?next=%2Ffeast'],
] as const)('a visitor who likes a template of kind %s reads %s', async (kind, words) => {
  startFakeServer()
  openDetail(kind)
  await press(heart)
  await expect.element(page.getByText(words)).toBeVisible()
})
