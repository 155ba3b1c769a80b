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
