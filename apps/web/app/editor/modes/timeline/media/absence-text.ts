// A short text about why a file is missing.
import { t } from '@lingui/core/macro'
import { isAbsent, isLocal, type KnownAsset } from '../../../project/asset-library.ts'

/** 'file missing'; undefined when the file is available. */
export function absenceText(asset: KnownAsset): string | undefined {
  if (!isAbsent(asset)) return undefined
  if (!isLocal(asset.assetId)) return t`being prepared`
  return asset.isElsewhere ? t`on another device` : t`file missing`
}
