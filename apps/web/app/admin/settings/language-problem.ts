// Why a text was not saved.
import { t } from '@lingui/core/macro'
import { ApiResponseError } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'

/** The problem of a text, or that it could not be saved. */
export function problemText(error: unknown): string {
  const issues =
    error instanceof ApiResponseError ? (error.details.issues as { message: string }[] | undefined) : undefined
  return issues?.[0]?.message ?? errorText(error, t`The text could not be saved. Please try again.`)
}
