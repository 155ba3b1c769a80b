// The messages between the worker and the child process that reads an import package. Everything is plain JSON.

import type { FileFacts } from '@vitrine/after-effects/files'
import type { ImportResult } from '@vitrine/after-effects/import'
import type { ImportSettings } from '@vitrine/contract/publishing'
import type { FailureClause } from '@vitrine/contract/sentence'
import type { AssetId } from '@vitrine/document/field'
import type { Settings } from './settings.ts'

export interface ImportRequest {
  readonly name: string
  /** Local files by their paths in the package. */
  readonly files: Readonly<Record<string, string>>
  readonly settings: ImportSettings
  /** Takes the files that the document names. */
  readonly folder: string
}

export interface ImportProgress {
  readonly stage: 'reading' | 'writing'
  readonly percent: number
}

export interface ImportOutcome {
  readonly result: ImportResult
  readonly settings: Settings
  /** The document's files, each at a path. */
  readonly contents: readonly (readonly [AssetId, { readonly facts: FileFacts; readonly path: string }])[]
}

/** The package cannot be imported, however often it is tried. */
export interface RejectedImport {
  readonly code: string
  readonly clauses: readonly FailureClause[]
}
