// Uploads a file for the brand, which is published at once under its hash; saved settings refer to it.
import type { BrandFileKind, BrandFileResponse } from '@vitrine/contract/settings'
import { createContext, use } from 'react'
import { ApiResponseError, networkErrorMessage, toApiError } from '../../api/api.ts'
import { adminApiPath } from '../api/admin-api.ts'

export type SendBrandFile = (kind: BrandFileKind, file: File) => Promise<BrandFileResponse>

/** `address` is the upload path without the kind. Rejects with `ApiResponseError`. */
export function brandFileSender(address: string, findToken: () => string | undefined = () => undefined): SendBrandFile {
  return async (kind, file) => {
    const token = findToken()
    const headers = {
      'content-type': 'application/octet-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const response = await fetch(`${address}/${kind}`, { method: 'POST', headers, body: file }).catch(() => {
      throw new ApiResponseError(0, 'network', networkErrorMessage())
    })
    const answer: unknown = await response.json().catch(() => ({}))
    if (response.ok) return answer as BrandFileResponse
    throw toApiError(response.status, answer)
  }
}

const SenderContext = createContext<SendBrandFile>(brandFileSender(adminApiPath('/brand-files')))

/** The setup has no admin session yet, so it provides another sender. */
export const BrandFileSender = SenderContext

export const useBrandFileSender = (): SendBrandFile => use(SenderContext)
