// The version after a package: the same program with one more migration. (Without its newest one, a program would query missing
// columns.)
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Migration {
  readonly idx: number
  readonly when: number
  readonly tag: string
}

/** Makes it of the package that is unpacked in `folder`. Its files may be links to those of another copy, which stay as they are. */
export function addMigration(folder: string): void {
  const migrations = join(folder, 'packages/store/migrations')
  const file = join(migrations, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: Migration[] }
  const newest = journal.entries.at(-1)
  if (!newest) throw new Error(`${folder} has no migrations`)
  const added = { ...newest, idx: newest.idx + 1, when: newest.when + 1, tag: '9999_later' }
  rmSync(file)
  writeFileSync(file, JSON.stringify({ ...journal, entries: [...journal.entries, added] }))
  writeFileSync(join(migrations, `${added.tag}.sql`), 'SELECT 1;\n')
}
