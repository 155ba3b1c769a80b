// The thumbnail of a layer: its photo, its colour, or an icon of its type.

import type { LayerType } from '@vitrine/document/layer'
import AudioLines from 'lucide-react/icons/audio-lines'
import Blend from 'lucide-react/icons/blend'
import Film from 'lucide-react/icons/film'
import Folder from 'lucide-react/icons/folder'
import Image from 'lucide-react/icons/image'
import Shapes from 'lucide-react/icons/shapes'
import Sparkles from 'lucide-react/icons/sparkles'
import Square from 'lucide-react/icons/square'
import SunDim from 'lucide-react/icons/sun-dim'
import Type from 'lucide-react/icons/type'
import { useCanvas, useMeasured } from '../model/canvas-context.tsx'
import type { LayerEntry } from '../model/layer-entry.ts'
import { isGradient } from '../properties/paint-box.tsx'
import { hexAt } from '../properties/selected.ts'

const signs: Record<LayerType, typeof Type> = {
  solid: Square,
  shape: Shapes,
  text: Type,
  image: Image,
  media: Image,
  plate: Film,
  group: Folder,
  audio: AudioLines,
  particles: Sparkles,
  texture: SunDim,
  light: SunDim,
  adjustment: Blend,
}

export function LayerThumb({ entry }: { entry: LayerEntry }) {
  const canvas = useCanvas()
  const shown = useMeasured(() => findThumb(canvas, entry.id))
  const Sign = signs[entry.type]
  if (shown?.startsWith('#'))
    return (
      <span
        aria-hidden="true"
        className="size-7 shrink-0 rounded-control border border-edge"
        style={{ backgroundColor: shown }}
      />
    )
  if (shown) return <img src={shown} alt="" decoding="async" className="size-7 shrink-0 rounded-control object-cover" />
  return (
    <span
      aria-hidden="true"
      className="flex size-7 shrink-0 items-center justify-center rounded-control border border-edge"
    >
      <Sign size={15} />
    </span>
  )
}

/** A colour, the address of a photo, or nothing. */
function findThumb(canvas: ReturnType<typeof useCanvas>, layerId: string): string | undefined {
  const layer = canvas.findResolvedLayer(layerId)
  if (layer?.type === 'solid') return isGradient(layer.color) ? undefined : hexAt(canvas, layer.color)
  if (layer?.type !== 'media' && layer?.type !== 'image') return undefined
  const source = layer.type === 'media' ? layer.source : layer.asset
  const assetId = typeof source === 'object' && 'asset' in source ? source.asset : source
  const asset = canvas.editor.library.find(String(assetId))
  // A file that exists only here has no address; an icon represents it until it is uploaded.
  return asset?.kind === 'image' ? asset.url : undefined
}
