// Owns how drizzle-kit writes migrations: `npx drizzle-kit generate` in this folder after a change of a tables.ts.
import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/*/tables.ts',
  out: './migrations',
})
