// Which tests run how. Tests of pure code start at once; tests of code that talks to PostgreSQL share one throw-away cluster.
// `*.full.test.ts`, `*.nightly.test.ts` and tests tagged `full` belong to later tiers (scripts/test.ts).
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { messages } from './apps/web/messages-plugin.ts'
import './tests/compile-cache.ts'
import LongestFirst from './tests/longest-first.ts'

const everywhere = {
  setupFiles: ['tests/property-seed.ts'],
  // What is waited for comes in a moment; a machine under load may take its time.
  expect: { poll: { timeout: 30_000 } },
}
/** These limits end what hangs; a slow machine decides no test. */
const inMemory = { testTimeout: 120_000, hookTimeout: 120_000 }
const laterTiers = ['**/*.full.test.ts', '**/*.nightly.test.ts', '**/node_modules/**']
const onPostgres = {
  ...everywhere,
  globalSetup: ['tests/postgres.ts'],
  // Each file has a database of its own, so files may share loaded modules: half the time, a third of the memory.
  isolate: false,
  testTimeout: 240_000,
  hookTimeout: 240_000,
}

export default defineConfig({
  test: {
    // Vitest leaves one core to itself, which on two cores is half of them.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    tags: [{ name: 'full', description: 'Takes seconds: runs in the full tier, not in `npm test`.' }],
    projects: [
      {
        test: {
          name: 'unit',
          ...everywhere,
          ...inMemory,
          include: [
            'packages/{after-effects,auto-layout,billing-pdf,contract,document,language,media,painter,process,project,providers}/**/*.test.{ts,tsx}',
          ],
          exclude: laterTiers,
          // A process for each file would cost more than most files do, and none of them changes what others import.
          isolate: false,
        },
      },
      {
        plugins: [messages()],
        test: {
          name: 'web',
          ...everywhere,
          ...inMemory,
          setupFiles: [...everywhere.setupFiles, 'tests/fresh-modules.ts'],
          isolate: false,
          include: ['apps/web/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.tsx', ...laterTiers],
        },
      },
      'apps/web/vitest.config.ts',
      {
        // Some tests load modules of the pages.
        plugins: [messages()],
        test: {
          name: 'integration',
          ...onPostgres,
          include: [
            '{packages/database,packages/sandbox-payment,packages/store,apps/server,apps/worker,apps/launcher,apps/template,samples,scripts,tests}/**/*.test.ts',
          ],
          exclude: laterTiers,
        },
      },
      ...['full', 'nightly'].map((tier) => ({
        plugins: [messages()],
        test: {
          name: tier,
          ...onPostgres,
          include: [`{packages,apps,samples,scripts,tests}/**/*.${tier}.test.ts`],
        },
      })),
    ],
  },
})
