import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { describe, expect, it } from 'vitest'
import { isExpectedError } from './page-request.ts'

const logged: unknown[] = []
/** The smallest build with a page that forms are posted to, one of which breaks it. */
const build = {
  entry: {
    module: {
      default: (_request: Request, status: number) => new Response('page', { status }),
      handleError(error: unknown, { request }: { request: Request }) {
        if (!isExpectedError(error, request)) logged.push(error)
      },
    },
  },
  routes: {
    page: {
      id: 'page',
      path: '/login',
      module: {
        default: () => null,
        async action({ request }: { request: Request }) {
          if ((await request.text()) === 'break') throw new Error('an action broke')
          return null
        },
      },
    },
  },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
  publicPath: '/',
  assetsBuildDirectory: '',
  basename: '/',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
  allowedActionOrigins: ['bank.example'],
} as unknown as ServerBuild

async function post(path: string, origin: string, body = 'a=1') {
  logged.length = 0
  const request = new Request(`https://store.example${path}`, { method: 'POST', headers: { origin }, body })
  const { status } = await createRequestHandler(build, 'production')(request, new RouterContextProvider())
  return { status, logged: logged.length }
}

describe('errors of a page request', () => {
  it('are not logged when another site posts a form, whatever its origin', async () => {
    for (const origin of ['https://evil.example', 'http://store.example', 'null', 'nonsense']) {
      expect(await post('/login', origin), origin).toEqual({ status: 400, logged: 0 })
    }
  })

  it('are not logged for unknown pages', async () => {
    expect(await post('/nowhere', 'https://store.example')).toEqual({ status: 404, logged: 0 })
  })

  it('are logged when the page failed, also for a form of the own site', async () => {
    expect(await post('/login', 'https://store.example')).toEqual({ status: 200, logged: 0 })
    expect(await post('/login', 'https://store.example', 'break')).toEqual({ status: 500, logged: 1 })
    expect(await post('/login', 'https://bank.example', 'break')).toEqual({ status: 500, logged: 1 })
  })
})
