// A thumbnail of an asset: a photo, the first frame of a video, or an audio player.
import { Trans } from '@lingui/react/macro'
import type { KnownAsset } from '../../editor/project/asset-library.ts'

type ShownFile = Pick<KnownAsset, 'kind' | 'url'>
/** Finds files of a version, and recent uploads. */
export type FindFile = (assetId: string) => ShownFile | undefined

const shape = 'h-16 max-w-32 rounded-control bg-well object-contain'

export function AssetThumbnail({ file }: { file: ShownFile | undefined }) {
  if (!file?.url)
    return (
      <p className="flex h-16 w-24 items-center justify-center rounded-control bg-well text-caption text-muted">
        <Trans>Not ready</Trans>
      </p>
    )
  // biome-ignore lint/a11y/useMediaCaption: songs have no captions.
  if (file.kind === 'audio') return <audio controls preload="none" src={file.url} className="h-10 w-full max-w-64" />
  if (file.kind === 'video') return <video muted playsInline preload="metadata" src={file.url} className={shape} />
  return <img src={file.url} alt="" className={shape} />
}
