// Configuration of drizzle-kit; docs/architecture.md explains how to create a migration. A database has one sequence of
// migrations, so the tables of the sandbox gateway, in their own schema, are migrated together with the store's.
export default {
  dialect: 'postgresql',
  schema: ['./src/*/tables.ts', '../sandbox-payment/src/tables.ts'],
  out: './migrations',
}
