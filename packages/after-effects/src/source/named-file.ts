// Our own documents as people write them: they refer to accompanying files by name, and to the store's fonts by family. Stored
// documents refer to files by content hash, which cannot be written by hand.
import { isRecord } from '@vitrine/document/check'
import { records, textOr } from '@vitrine/document/cleanse'
import type { FontFace } from '@vitrine/document/document'
import { Lint } from '@vitrine/document/lint'
import { describeFile, type FileFacts, findFile, type ImportFiles, readFileName } from './files.ts'
import { FontTable } from './font-table.ts'

/** Keys whose value is a picture, video or sound. */
const FILE_KEYS: ReadonlySet<string> = new Set(['asset', 'source', 'default'])

interface Naming {
  readonly files: ImportFiles
  readonly lint: Lint
  /** The referenced files by id. */
  readonly used: Map<string, FileFacts>
}

/**
 * Replaces file names in the document by ids, fills in its fonts and lists its assets. Reports `file-missing` for unknown names
 * and ids. `bundled` are the store's own fonts.
 */
export function nameFilesById(
  json: Record<string, unknown>,
  files: ImportFiles,
  bundled: readonly FontFace[],
  lint: Lint,
): Record<string, unknown> {
  const naming: Naming = { files, lint, used: new Map() }
  const fields = Array.isArray(json.fields)
    ? json.fields.map((field, n) => nameInField(field, `fields[${n}]`, naming))
    : json.fields
  const layers = walk(json.layers, 'layers', naming)
  const listed = isRecord(json.assets) ? json.assets : {}
  const known = new Set([...files.values()].map(({ id }) => id as string))
  for (const id of Object.keys(listed))
    if (id.startsWith('sha256:') && !known.has(id)) reportMissing(naming, 'assets', id)
  const found = Object.fromEntries([...naming.used].map(([id, file]) => [id, describeFile(file)]))
  return { ...json, ...readFonts(json, naming, bundled), fields, layers, assets: { ...found, ...listed } }
}

function nameInField(field: unknown, path: string, naming: Naming): unknown {
  const isFile = isRecord(field) && (field.type === 'media' || field.type === 'audio')
  return isFile ? { ...field, default: nameOne(field.default, `${path}.default`, naming) } : field
}

function walk(value: unknown, path: string, naming: Naming): unknown {
  if (Array.isArray(value)) return value.map((item, n) => walk(item, `${path}[${n}]`, naming))
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => {
    const place = `${path}.${key}`
    // Files inside an animation belong to it.
    if (key === 'animation') return [key, inner]
    return [key, FILE_KEYS.has(key) ? nameOne(inner, place, naming) : walk(inner, place, naming)]
  })
  return Object.fromEntries(entries)
}

/** A file reference: its name, `{ "asset": … }`, or a field's choice with a `map` of names. */
function nameOne(value: unknown, path: string, naming: Naming): unknown {
  if (isRecord(value)) {
    if (!isRecord(value.map)) return walk(value, path, naming)
    const map = Object.entries(value.map).map(([key, one]) => [key, nameOne(one, `${path}.map.${key}`, naming)])
    return { ...value, map: Object.fromEntries(map) }
  }
  if (typeof value !== 'string' || value === '' || /^(sha256:|u_)/.test(value)) return value
  const read = readFileName('', value)
  if ('refused' in read) {
    naming.lint.error(read.refused, path, 'A file is named by where it lies in the folder')
    return value
  }
  const file = findFile(naming.files, read.path)
  if (!file || file.kind === 'font') {
    reportMissing(naming, path, value)
    return value
  }
  naming.used.set(file.id, file)
  return file.id
}

function reportMissing({ lint }: Naming, path: string, name: string): void {
  lint.error('file-missing', path, 'The file "{file}" is not there', { file: name.slice(0, 120) })
}

/** Fonts by file name or, without `src`, by their family among the folder's and the store's own. */
function readFonts(json: Record<string, unknown>, naming: Naming, bundled: readonly FontFace[]) {
  if (!Array.isArray(json.fonts)) return {}
  const ids = new Set(
    [...naming.files.values(), ...bundled.map(({ src }) => ({ id: src }))].map(({ id }) => id as string),
  )
  const fonts = records(json.fonts).map((font, n) => {
    const path = `fonts[${n}]`
    const src = textOr(font.src, '')
    if (src.startsWith('sha256:')) {
      if (!ids.has(src)) reportMissing(naming, `${path}.src`, src)
      return font
    }
    if (src === '') return { ...font, ...findFace(font, naming, bundled, path) }
    const read = readFileName('', src)
    const file = 'path' in read ? findFile(naming.files, read.path) : undefined
    if (file?.kind === 'font') return { license: file.license, ...font, src: file.id }
    reportMissing(naming, `${path}.src`, src)
    return font
  })
  return { fonts }
}

function findFace(font: Record<string, unknown>, { files, lint }: Naming, bundled: readonly FontFace[], path: string) {
  const family = textOr(font.family, '')
  // When the package specifies no weight, a different weight needs no warning.
  const reporter = font.weight === undefined ? new Lint() : lint
  const table = new FontTable(
    { list: [{ fName: family, fFamily: family, fWeight: font.weight, fStyle: font.style }] },
    files,
    bundled,
    reporter,
  )
  if (!table.has(family)) {
    lint.error('file-missing', path, 'The font "{font}" does not come with the store: name its file as "src"', {
      font: family.slice(0, 80),
    })
    return {}
  }
  table.find(family, path)
  const [face] = table.faces([])
  return face && { src: face.src, license: face.license, weight: face.weight ?? 400, style: face.style ?? 'normal' }
}
