import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const app = join(import.meta.dirname, '..')
const controls = ['input', 'select', 'textarea', 'button']

/** The elements of a component's source that are moved out of sight by `sr-only`. */
function listHidden(source: string): string[] {
  return [...source.matchAll(/(?<![\w:-])sr-only/g)].map(
    ({ index }) => source.slice(0, index).match(/<([\w.]+)(?=[\s>])(?!.*<[\w.]+[\s>])/s)?.[1] ?? '',
  )
}

describe('controls that are not seen', () => {
  it('are found with their element', () => {
    const source = `<label><input onChange={(event) => put(event)} className="peer sr-only" /><span className="sr-only">a</span></label>`
    expect(listHidden(source)).toEqual(['input', 'span'])
  })

  it('lie over their label, never out of sight where the page would scroll to them', () => {
    const files = globSync('**/*.tsx', { cwd: app, exclude: ['**/*.test.tsx'] })
    expect(files.length).toBeGreaterThan(200)
    const wrong = files.filter((file) =>
      listHidden(readFileSync(join(app, file), 'utf8')).some((element) => controls.includes(element)),
    )
    expect(wrong).toEqual([])
  })
})
