// The list of generated videos with every state a video can be in, and when it cannot be loaded.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { type Answer, ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press } from '../../../testing/press.ts'
import { Queries } from '../../../testing/queries.tsx'
import { renderPage } from '../../../testing/render-page.tsx'
import { GeneratedVideos } from './generated-videos.tsx'

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const sorts = ['recent', 'oldest', 'status', 'template']
const states = ['queued', 'processing', 'completed', 'failed', 'cancelled', 'archived']

/** A video as the API lists it; the first one is the newest. */
function video(status: string, i: number) {
  const isReady = status === 'completed'
  return {
    ...{ jobId: `job-${i}`, projectId: 'p', templateId: `t-${status}`, templateName: `Template ${status}` },
    ...{ kind: 'full', format: 'mp4', status, percent: isReady ? 100 : 30, stage: 'drawing', secondsLeft: null },
    ...{ signedUrl: isReady ? pixel : null, posterUrl: isReady ? pixel : null, downloadUrl: null },
    errorMessage: status === 'failed' ? 'Your photo could not be read' : null,
    createdAt: new Date(Date.UTC(2026, 10, 20, 12 - i)).toISOString(),
  }
}

function openList(answer: Answer) {
  const server = startFakeServer({
    'GET /api/user-generated-videos': answer,
    'GET /api/operations/events': 'offline',
  })
  renderPage(
    <Queries>
      <h1>Profile</h1>
      <GeneratedVideos />
    </Queries>,
  )
  return server
}

test('a list that cannot be loaded is tried three times, and again on request', async () => {
  const server = openList({ status: 500 })
  await expect.element(page.getByText('Failed to load generated videos')).toBeVisible()
  expect(server.requests).toHaveLength(3)
  server.answer('GET /api/user-generated-videos', ok({ videos: [] }))
  await press(page.getByRole('button', { name: 'Try Again' }))
  await expect.element(page.getByText('No generated videos yet')).toBeVisible()
})

test('each video says its state; they are searched, sorted and tried again', async () => {
  const videos = states.map(video)
  // A picture is no video.
  const server = openList(ok({ videos: [...videos, { ...video('completed', 9), format: 'png' }] }))
  for (const one of videos) server.answer(`GET /api/renders/${one.jobId}`, ok(one))
  const cards = page.getByRole('listitem')
  const card = (status: string) => cards.filter({ hasText: `Template ${status}` })
  await expect.element(cards.nth(5)).toBeVisible()
  const looks = [
    ['completed', 'Download', 'good'],
    ['processing', 'Processing...', 'warn'],
    ['queued', 'Processing...', 'warn'],
    ['failed', 'Generation Failed', 'bad'],
    ['cancelled', 'Video Unavailable', ''],
    ['archived', 'Video Unavailable', ''],
  ] as const
  for (const [status, words, tone] of looks) {
    await expect.element(card(status).getByText(words, { exact: true })).toBeVisible()
    const badge = card(status).getByText(status, { exact: true })
    if (tone) await expect.element(badge).toHaveStyle({ backgroundColor: `var(--color-${tone}-wash)` })
  }
  await expect.element(card('failed').getByText('Your photo could not be read')).toBeVisible()
  await expect.element(card('completed').getByLabelText('Your video from Template completed')).toBeVisible()
  await expect.element(card('completed').getByRole('button', { name: 'Full screen' })).toBeVisible()
  await expectAccessible()

  const order = () => [...document.querySelectorAll('h3')].map((heading) => heading.textContent)
  const sort = page.getByLabelText('Sort videos by')
  expect([...sort.element().children].map((option) => option.getAttribute('value'))).toEqual(sorts)
  await expect.poll(order).toEqual(states.map((status) => `Template ${status}`))
  await sort.selectOptions('status')
  await expect.poll(order).toEqual(states.toSorted().map((status) => `Template ${status}`))
  const search = page.getByLabelText('Search by job, template or status')
  await search.fill('JOB-2')
  await expect.poll(order).toEqual(['Template completed'])
  await search.fill('nothing like it')
  await press(page.getByRole('button', { name: 'Clear search' }))
  server.answer('POST /api/renders/job-3/retry', ok())
  await press(card('failed').getByRole('button', { name: 'Try Again' }))
  await expect.poll(() => server.requests.map(({ path }) => path)).toContain('/api/renders/job-3/retry')
})
