// Configuration of drizzle-kit: docs/architecture.md says how a migration is made. A database has one
// sequence of migrations, so that the tables of the sandbox gateway, in a schema of their own, are migrated with the store's.
export default {
  dialect: 'postgresql',
  schema: ['./src/*/tables.ts', '../sandbox-payment/src/tables.ts'],
  out: './migrations',
}
