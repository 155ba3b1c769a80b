// How the browser journeys run: in a real Chromium, against what `npm start` starts, with data folders thrown away after.
import { defineConfig } from '@playwright/test'
import { prepareChromium } from './tests/chromium.ts'
import './tests/compile-cache.ts'
import { chooseStores, ownStore } from './tests/journeys/stores.ts'

const stores = await chooseStores()
const { address } = await ownStore()

/** Files that take longest begin first, so that no worker is left with one of them at the end. */
const LONG = /\/(store|editor|video-editor|money)\.journey\.ts$/
/** Every button and every control, which `npm run test:double-press` asks for every night: an hour. */
const NIGHTLY =
  process.env.VITRINE_EVERY_BUTTON === '1' ? [] : ['**/double-press.journey.ts', '**/editor-walk.journey.ts']

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.journey.ts',
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testIgnore: [LONG, ...NIGHTLY] },
  ],
  globalTeardown: './tests/journeys/stores.ts',
  // One store for each worker: the journeys of one store run one after another, as their readers expect.
  workers: stores.length,
  timeout: 180_000,
  // What is waited for comes in a moment; a machine under load may take its time.
  expect: { timeout: 30_000 },
  forbidOnly: true,
  outputDir: 'test-results/journeys',
  reporter: [['list'], ['json', { outputFile: process.env.VITRINE_JOURNEY_REPORT ?? 'test-results/journeys.json' }]],
  use: {
    baseURL: address,
    // Journeys intercept requests, which a service worker would make itself; offline.journey.ts has one.
    serviceWorkers: 'block',
    // What is not there is told in minutes, not at the end of the test's own time.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    launchOptions: prepareChromium(),
    // Visitors of the other journeys have answered what opens by itself; store.journey.ts begins without.
    storageState: answeredVisitor(),
    // Recording every test costs a third of the time; `playwright test … --trace on` records one that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  webServer: stores.map((store) => ({
    command: `exec ${JSON.stringify(process.execPath)} scripts/start.mjs`,
    url: `${store.address}/api/health`,
    timeout: 400_000,
    reuseExistingServer: false,
    stdout: 'ignore' as const,
    stderr: 'pipe' as const,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
    env: {
      PORT: String(store.port),
      VITRINE_DATA: store.dataFolder,
      // The journeys may say where a visitor comes from, as a proxy in front of the store would.
      VITRINE_TRUSTED_PROXIES: '127.0.0.1,::1',
      VITRINE_SOCIAL_LINKS: 'https://www.instagram.com/vitrine.example,https://www.youtube.com/@vitrine.example',
    },
  })),
})

/** A browser whose owner has chosen cookies and closed the invitation to sign in. */
function answeredVisitor() {
  const consent = { version: 1, essential: true, analytics: false, marketing: false, personalization: false }
  const cookie = { name: 'vitrine-consent', value: encodeURIComponent(JSON.stringify(consent)) }
  const rest = { domain: 'localhost', path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' as const }
  const closed = { name: 'vitrine-sign-in-popup', value: String(Date.now()) }
  return { cookies: [{ ...cookie, ...rest }], origins: [{ origin: address, localStorage: [closed] }] }
}
