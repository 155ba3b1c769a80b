// Reads an import package: a JSON file, an archive, or a folder with the animation, its images and fonts, and `template.json`
// with texts and prices.

import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, sep } from 'node:path'
import type { FileFacts } from '@vitrine/after-effects/files'
import type { ImportResult } from '@vitrine/after-effects/import'
import type { ImportSettings } from '@vitrine/contract/publishing'
import {
  createSentence,
  type FailureClause,
  fillClauses,
  fillSentence,
  type Sentence,
} from '@vitrine/contract/sentence'
import { isRecord } from '@vitrine/document/check'
import type { AssetId } from '@vitrine/document/field'
import { unzipSync } from 'fflate'
import type { Settings } from './settings.ts'

/** An import package, held in memory. */
export interface ImportPackage {
  /** Name of the file or folder without extension. */
  readonly name: string
  /** The animation, document or record; undefined without readable JSON. */
  readonly json: unknown
  /** `template.json`, empty where there is none. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Contents by path below the folder, with `/`. */
  readonly files: ReadonlyMap<string, Uint8Array>
}

/**
 * The package cannot be imported; `text` with `values` in its placeholders is for the designer, or `clauses` for a longer
 * reason. The message is the same in English.
 */
export class ImportRejected extends Error {
  readonly code: string
  readonly clauses: readonly FailureClause[]
  constructor(code: string, text: string | readonly FailureClause[], values: Sentence['values'] = {}) {
    const clauses = typeof text === 'string' ? [createSentence(text, values)] : text
    super(fillClauses(clauses))
    this.name = 'ImportRejected'
    this.code = code
    this.clauses = clauses
  }
}

const MAX_FILES = 1000
const MAX_BYTES = 1_000_000_000
const MAX_JSON = 100_000_000
const SETTINGS = 'template.json'
/** Bodymovin's report about an export, in the same folder. */
const BODYMOVIN_REPORT = 'report.json'
/** The files of a single animation are in its folder or one of these; no other files of the folder are read. */
const COMPANION_FOLDERS = ['', 'images', 'img', 'assets', 'fonts', 'i', 'f', 'u', 'audio', 'media']
const COMPANIONS = /\.(?:png|jpe?g|webp|gif|avif|ttf|otf|mp4|mov|webm|mkv|mp3|m4a|wav|ogg|aac)$/i

/** Reads a file or folder. Throws `ImportRejected`. */
export async function readImportPackage(path: string): Promise<ImportPackage> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new ImportRejected('file-missing', 'There is nothing at {path}', { path })
  const name = basename(path, extname(path))
  if (found.isDirectory()) return assemble(name, await readFolder(path))
  const bytes = await readFile(path)
  if (isArchive(bytes)) return assemble(name, openArchive(bytes))
  // Some tools write plain JSON with a different file extension.
  if (extname(path).toLowerCase() !== '.json' && bytes[0] !== '{'.charCodeAt(0))
    throw new ImportRejected('unknown-dialect', 'A template is a .json or .lottie file, an archive or a folder')
  const companions = await readCompanions(dirname(path))
  const settings = await readFile(join(dirname(path), SETTINGS)).catch(() => undefined)
  const files = new Map([...companions, [basename(path), bytes] as const])
  if (settings && basename(path) !== SETTINGS) files.set(SETTINGS, settings)
  return assemble(name, files, basename(path))
}

/**
 * Builds an import package from files in memory, by path: one archive, or the files of a folder. Paths that leave the folder
 * are rejected. `form` supplies settings that `template.json` lacks. Throws `ImportRejected`.
 */
export function toImportPackage(
  name: string,
  input: ReadonlyMap<string, Uint8Array>,
  form: Readonly<Record<string, unknown>> = {},
): ImportPackage {
  const [only] = [...input.values()]
  if (input.size === 1 && only && isArchive(only)) return assemble(name, openArchive(only), undefined, form)
  for (const path of input.keys()) {
    if (/^\/|^[a-z]:|\0|\\|(^|\/)\.\.?(\/|$)/i.test(path))
      throw new ImportRejected('unsafe-path', 'The file name "{file}" leads out of the folder', {
        file: path.slice(0, 100),
      })
  }
  return assemble(name, withoutTopFolder(input), undefined, form)
}

/** Drops the hidden files that operating systems add to archives. */
function withoutHidden(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> {
  return new Map([...files].filter(([path]) => !path.split('/').some((step) => /^\.|^__MACOSX$/.test(step))))
}

/** Browsers put the name of a chosen folder in front of its files. */
function withoutTopFolder(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> {
  const tops = new Set([...files.keys()].map((path) => path.slice(0, path.indexOf('/') + 1)))
  const [top = ''] = tops
  if (tops.size !== 1 || top === '') return files
  return new Map([...files].map(([path, bytes]) => [path.slice(top.length), bytes]))
}

function openArchive(bytes: Uint8Array): Map<string, Uint8Array> {
  try {
    return new Map(withoutTopFolder(withoutHidden(readArchive(bytes))))
  } catch (error) {
    if (error instanceof ArchiveRejected) throw new ImportRejected(error.code, [error.sentence])
    throw error
  }
}

/** Reads a folder recursively. Links are not followed, so no file outside can be read. */
async function readFolder(root: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true })
  return readFiles(
    root,
    entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
  )
}

/** Reads the pictures, fonts and sounds that belong to a single animation. */
async function readCompanions(root: string): Promise<Map<string, Uint8Array>> {
  const lists = COMPANION_FOLDERS.map(async (name) => {
    const entries = await readdir(join(root, name), { withFileTypes: true }).catch(() => [])
    const files = entries.filter((entry) => entry.isFile() && COMPANIONS.test(entry.name))
    return files.map((file) => join(root, name, file.name))
  })
  return readFiles(root, (await Promise.all(lists)).flat())
}

async function readFiles(root: string, paths: readonly string[]): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  let total = 0
  for (const path of paths) {
    const name = relative(root, path).split(sep).join('/')
    if (name.split('/').some((step) => step.startsWith('.'))) continue
    total += (await stat(path)).size
    if (files.size >= MAX_FILES || total > MAX_BYTES)
      throw new ImportRejected('too-large', 'More than {count} files or {megabytes} MB beside the template', {
        count: MAX_FILES,
        megabytes: MAX_BYTES / 1e6,
      })
    files.set(name, await readFile(path))
  }
  return files
}

/**
 * A folder may contain its animation as a .lottie file: the contents appear in the same folder, and existing files there
 * replace them.
 */
function withLottieOpened(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> {
  if (findMain(files) !== undefined) return files
  const [archive] = byDepth([...files.keys()].filter((path) => /\.lottie$/i.test(path)))
  const bytes = archive === undefined ? undefined : files.get(archive)
  return bytes && isArchive(bytes) ? new Map([...openArchive(bytes), ...files]) : files
}

function assemble(
  name: string,
  found: ReadonlyMap<string, Uint8Array>,
  mainPath?: string,
  form: Readonly<Record<string, unknown>> = {},
): ImportPackage {
  const files = mainPath === undefined ? withLottieOpened(found) : found
  const settings = parse(files.get(SETTINGS))
  const main = mainPath ?? findMain(files)
  const json = main === undefined ? undefined : parse(files.get(main))
  if (main !== undefined && json === undefined && main !== SETTINGS)
    throw new ImportRejected('not-json', '{file} cannot be read as JSON', { file: main })
  const facts = { ...form, ...(isRecord(settings) ? settings : {}) }
  // A folder without an animation may be a record: its settings name the video and the overlay.
  return { name, json: withNamedJson(json ?? facts, files), settings: facts, files }
}

/** Finds the animation in a folder or an archive (dotLottie 1 and 2 have their own folders for it). */
function findMain(files: ReadonlyMap<string, Uint8Array>): string | undefined {
  const manifest = parse(files.get('manifest.json'))
  const animations =
    isRecord(manifest) && Array.isArray(manifest.animations) ? manifest.animations.filter(isRecord) : []
  for (const { id } of animations) {
    const path = [`a/${id}.json`, `animations/${id}.json`].find((file) => files.has(file))
    if (path) return path
  }
  const names = [...files.keys()].filter(
    (name) =>
      name.endsWith('.json') && name !== SETTINGS && name !== 'manifest.json' && basename(name) !== BODYMOVIN_REPORT,
  )
  return names.find((name) => basename(name) === 'data.json') ?? byDepth(names)[0]
}

/** Sorts paths by depth, the shallowest first. */
function byDepth(paths: readonly string[]): readonly string[] {
  return paths.toSorted((a, b) => a.split('/').length - b.split('/').length || a.localeCompare(b))
}

/** Finds Bodymovin's report next to the animation. */
export function findBodymovinReport({ files }: Pick<ImportPackage, 'files'>): unknown {
  const name = [...files.keys()].find((one) => basename(one) === BODYMOVIN_REPORT)
  return name === undefined ? undefined : parse(files.get(name))
}

/** A record may name a JSON file instead of containing the JSON. */
function withNamedJson(json: unknown, files: ReadonlyMap<string, Uint8Array>): unknown {
  if (!isRecord(json)) return json
  const name = [json.templateJson, json.jsonFile].find((file) => typeof file === 'string' && files.has(file))
  return typeof name === 'string' ? { ...json, templateJson: parse(files.get(name)) ?? '' } : json
}

function parse(bytes: Uint8Array | undefined): unknown {
  if (!bytes || bytes.length > MAX_JSON) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown
  } catch {
    return undefined
  }
}

// Reads archives from designers (.lottie, .zip). Size and entry count are limited before unpacking, and paths cannot leave the
// archive.

/** The archive is rejected; the message is a sentence for the designer. */
class ArchiveRejected extends Error {
  readonly code: 'archive-broken' | 'archive-too-large' | 'unsafe-path'
  readonly sentence: Sentence
  constructor(code: ArchiveRejected['code'], text: string, values: Sentence['values'] = {}) {
    super(fillSentence({ text, values }))
    this.name = 'ArchiveRejected'
    this.code = code
    this.sentence = createSentence(text, values)
  }
}

interface ArchiveLimits {
  readonly files: number
  /** Total size after unpacking. */
  readonly bytes: number
}

const ARCHIVE_LIMITS: ArchiveLimits = { files: 1000, bytes: 400_000_000 }

/** Checks the signature of ZIP archives. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)
}

/**
 * Unpacks an archive: contents by their path in it. The sizes that the archive states are counted before unpacking, and no
 * file can grow beyond the size stated for it. Throws `ArchiveRejected`.
 */
export function readArchive(bytes: Uint8Array, limits: ArchiveLimits = ARCHIVE_LIMITS): Map<string, Uint8Array> {
  let [count, total] = [0, 0]
  let refused: ArchiveRejected | undefined
  const unpack = () =>
    unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (refused || name.endsWith('/')) return false
        count++
        total += originalSize
        refused ??= findProblem(name, count, total, limits)
        return !refused
      },
    })
  const files = (() => {
    try {
      return unpack()
    } catch {
      throw new ArchiveRejected('archive-broken', 'The archive cannot be read')
    }
  })()
  if (refused) throw refused
  return new Map(Object.entries(files).map(([name, content]) => [safeName(name), content]))
}

function findProblem(name: string, count: number, total: number, limits: ArchiveLimits): ArchiveRejected | undefined {
  if (count > limits.files)
    return new ArchiveRejected('archive-too-large', 'More than {count} files', { count: limits.files })
  if (total > limits.bytes)
    return new ArchiveRejected('archive-too-large', 'More than {megabytes} MB when unpacked', {
      megabytes: Math.round(limits.bytes / 1e6),
    })
  const steps = name.replaceAll('\\', '/').split('/')
  const leaves = steps.includes('..') || name.startsWith('/') || /^[a-z]:/i.test(name) || name.includes('\0')
  return leaves
    ? new ArchiveRejected('unsafe-path', 'The file name "{file}" leads out of the archive', {
        file: name.slice(0, 100),
      })
    : undefined
}

function safeName(name: string): string {
  return name
    .replaceAll('\\', '/')
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .join('/')
}

// The messages between the worker and the child process that imports a package. Everything is plain JSON.

export interface ImportRequest {
  readonly name: string
  /** Local files by their paths in the package. */
  readonly files: Readonly<Record<string, string>>
  readonly settings: ImportSettings
  /** Output folder for the files of the document. */
  readonly folder: string
}

export interface ImportProgress {
  readonly stage: 'reading' | 'writing'
  readonly percent: number
}

export interface ImportOutcome {
  readonly result: ImportResult
  readonly settings: Settings
  /** The files of the document, each with its path. */
  readonly contents: readonly (readonly [AssetId, { readonly facts: FileFacts; readonly path: string }])[]
}

/** The package cannot be imported; a retry would fail the same way. */
export interface RejectedImport {
  readonly code: string
  readonly clauses: readonly FailureClause[]
}
