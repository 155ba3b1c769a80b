// Why a file is not here, in a few words.
import { t } from '@lingui/core/macro'
import { isAbsent, isLocal, type KnownAsset } from '../../../project/asset-library.ts'

/** 'file missing'; undefined when it is here. */
export function absenceText(asset: KnownAsset): string | undefined {
  if (!isAbsent(asset)) return undefined
  if (!isLocal(asset.assetId)) return t`being prepared`
  return asset.isElsewhere ? t`on another device` : t`file missing`
}
