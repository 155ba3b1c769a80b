// Sends a file for the brand, which is published at once under its hash; the settings name it when they are saved.
import type { BrandFileKind, BrandFileResponse } from '@vitrine/contract/settings'
import { createContext, use } from 'react'
import { ApiResponseError, networkErrorMessage, toApiError } from '../../api/api.ts'
import { adminApiPath } from '../api/admin-api.ts'

export type SendBrandFile = (kind: BrandFileKind, file: File) => Promise<BrandFileResponse>

/** `address` is where files go, without their kind. Rejects with `ApiResponseError`. */
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

/** Who sets a store up has no admin session yet: there another sender is provided. */
export const BrandFileSender = SenderContext

export const useBrandFileSender = (): SendBrandFile => use(SenderContext)
