// Configuration of drizzle-kit: run `npx drizzle-kit generate` in this folder after changing a tables.ts.
import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/*/tables.ts',
  out: './migrations',
})
