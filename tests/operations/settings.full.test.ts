// The example of settings in deploy/: a copy of it works the same in a shell and in systemd, and is enough
// for a start.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../apps/server/src/env.ts'

const root = resolve(import.meta.dirname, '../..')
const example = readFileSync(join(root, 'deploy/vitrine.env.example'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'vitrine-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** As systemd reads an EnvironmentFile: a line is one variable, and quotes around all of its value are none of it. */
function readLines(file: string): Record<string, string> {
  const lines = file.split('\n').filter((line) => /^[A-Z]/.test(line))
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...rest] = line.split('=')
      return [name, rest.join('=').replace(/^(["'])(.*)\1$/, '$2')]
    }),
  )
}

const everything = example.replaceAll(/^#(?=[A-Z0-9_]+=)/gm, '')

describe('the example of settings', () => {
  it('is read alike by a shell and by systemd, also with every line enabled', () => {
    const path = join(folder, 'every.env')
    writeFileSync(path, everything)
    const expected = readLines(everything)
    const read = execFileSync('sh', ['-euc', 'set -a; . "$1"; exec env -0', 'sh', path], {
      env: { PATH: '/usr/bin:/bin' },
    })
    const known = Object.fromEntries(
      read
        .toString()
        .split('\0')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    expect(known).toMatchObject(expected)
    expect(expected).toMatchObject({
      VITRINE_MAIL_FROM: 'Example Store <store@example.com>',
      VITRINE_SELLER: expect.stringMatching(/^Example Store; .*; GSTIN/),
    })
  })

  it('is enough for a start, after which the owner enters the keys of outside services', () => {
    const input = { ...readLines(example), DATABASE_URL: 'postgresql://localhost/vitrine', VITRINE_DATA: folder }
    expect(readSettings(input)).toMatchObject({
      isProduction: true,
      providers: { unchosen: 'off', environment: { tags: {} } },
    })
  })
})

it('deploy/command.sh runs a command with the settings of the services, from any folder', () => {
  const settings = join(folder, 'vitrine.env')
  // Belongs to the current user, like the command.
  mkdirSync(join(folder, 'no store here'))
  writeFileSync(settings, `VITRINE_DATA="${join(folder, 'no store here')}"\nVITRINE_SELLER="Example; Pune"\n`)
  const run = (...words: string[]) =>
    spawnSync(join(root, 'deploy/command.sh'), words, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, VITRINE_SETTINGS: settings },
    })
  const asked = run('ledger-check')
  expect([asked.status, asked.stderr]).toEqual([1, expect.stringContaining('no store here')])
  expect(run('help')).toMatchObject({ status: 0, stdout: expect.stringContaining('create-owner --email ADDRESS') })
})
