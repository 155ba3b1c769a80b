// Which tests run how. Tests of pure code start at once; tests of code that talks to PostgreSQL share one throw-away cluster.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{packages/composition,packages/contract,packages/providers,apps/gateway,apps/web}/**/*.test.{ts,tsx}',
          ],
          // These limits end what hangs; a slow machine decides no test.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: [
            '{packages/database,packages/shop,apps/server,apps/worker,apps/launcher,apps/template,samples,scripts,tests}/**/*.test.ts',
          ],
          globalSetup: ['tests/postgres.ts'],
          // Each file has a database of its own, so files may share loaded modules: half the time, a third of the memory.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
