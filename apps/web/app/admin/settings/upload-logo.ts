// Sends a picture to the owner's library and publishes it. Loaded with the first picture: it brings the upload protocol along.
import type { LogoResponse } from '@vitrine/contract/settings'
import { api } from '../../store/member-api.ts'
import { sendFile } from '../../store/send-file.ts'
import { settingsApi } from './use-section.ts'

/** Resolves with the published picture. Rejects with `ApiResponseError`. */
export async function uploadPicture(file: File, onPercent: (percent: number) => void): Promise<LogoResponse> {
  const uploadId = await sendFile(file, onPercent, new AbortController().signal)
  const { assetId } = await api.createAsset(uploadId)
  return settingsApi.publishLogo(assetId)
}
