// Configuration of drizzle-kit: run `npx drizzle-kit generate` in this folder after changing a tables.ts. A database has one
// sequence of migrations, so that the tables of the sandbox gateway, in a schema of their own, are migrated with the shop's.
import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/*/tables.ts', '../sandbox-payment/src/tables.ts'],
  out: './migrations',
})
