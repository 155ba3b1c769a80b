// The example file and the two tables that owners read say what the table of variables says.
// `vitest run configuration.test -u` writes them anew.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { configuration } from './configuration.ts'

const root = resolve(import.meta.dirname, '../../../..')

interface Row {
  readonly group: string
  readonly name: string
  readonly meaning: string
  readonly unset?: string
  readonly example?: string
  readonly isInExample?: true
  readonly isEssential?: true
}

const rows: readonly Row[] = Object.entries(configuration).flatMap(([group, variables]) =>
  Object.entries(variables).flatMap(([name, variable]) =>
    'meaning' in variable && variable.meaning ? [{ group, name, ...variable, meaning: variable.meaning }] : [],
  ),
)

/** `docs` is how the folder of documents is called from where the table stands. */
function table(listed: readonly Row[], docs: string): string {
  const lines = listed.map(({ name, unset, meaning }) => `| \`${name}\` | ${unset} | ${meaning} |`)
  return ['| variable | default | meaning |', '| --- | --- | --- |', ...lines]
    .join('\n')
    .replaceAll('](docs/', `](${docs}`)
}

/** Puts a table between the marks of a document. */
function withTable(file: string, text: string): string {
  const document = readFileSync(join(root, file), 'utf8')
  const parts = /^(.*<!-- configuration -->\n).*(\n<!-- end -->.*)$/s.exec(document)
  return `${parts?.[1]}\n${text}\n${parts?.[2]}`
}

/** Markdown as plain text, in comment lines of at most 120 characters. */
function comment(markdown: string): string {
  const words = markdown.replaceAll(/ ?\(\[how\]\(.*?\)\)|`/g, '').split(' ')
  const lines = ['#']
  for (const word of words) {
    if (`${lines.at(-1)} ${word}`.length > 120) lines.push('#')
    lines.push(`${lines.pop()} ${word}`)
  }
  return lines.join('\n')
}

const sentence = (text: string) => text.replace(/^[a-z]/, (letter) => letter.toUpperCase())

function example(): string {
  const groups = Map.groupBy(rows, ({ group }) => group)
  const lines = [...groups].map(([group, listed]) => {
    const variables = listed.map(({ name, meaning, unset, example = '', isInExample }) => {
      const about = comment(`${sentence(meaning)}. Without it: ${unset}.`)
      return `${about}\n${isInExample ? '' : '#'}${name}=${example}`
    })
    return [`# ---- ${group} ----`, ...variables].join('\n\n')
  })
  const head = comment(
    'Settings of one installation, read by every unit and container: copy to /etc/vitrine/vitrine.env, owned by root, mode 0640, group vitrine. An empty value means the same as none. systemd, containers and shells read this file: values with blanks or signs stand in double quotes.',
  )
  return `${[head, ...lines].join('\n\n')}\n`
}

it('the example file has every variable', async () => {
  await expect(example()).toMatchFileSnapshot(join(root, 'deploy/vitrine.env.example'))
})

it('docs/operating.md explains every variable', async () => {
  await expect(withTable('docs/operating.md', table(rows, ''))).toMatchFileSnapshot(join(root, 'docs/operating.md'))
})

it('README.md explains the fifteen that every owner should know', async () => {
  const essential = rows.filter(({ isEssential }) => isEssential)
  expect(essential).toHaveLength(15)
  await expect(withTable('README.md', table(essential, 'docs/'))).toMatchFileSnapshot(join(root, 'README.md'))
})
