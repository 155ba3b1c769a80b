// Whether the template's music plays together with the customer's.
import { t } from '@lingui/core/macro'
import type { Layer } from '@vitrine/document/layer'
import type { LayerEdit } from '@vitrine/project/edit'
import { useSyncExternalStore } from 'react'
import { Switch } from '../../canvas/properties/control.tsx'
import { useTimeline, useVideo } from '../model/video-context.tsx'

/** Renders nothing unless both have music: two songs at once are rarely intended. */
export function TemplateSound() {
  const { canvas, editor } = useVideo().model
  const { sounds } = useTimeline()
  useSyncExternalStore(editor.store.subscribe, editor.store.getContent, editor.store.getContent)
  const songs = canvas.getDocument().layers.filter((layer) => layer.type === 'audio' && !layer.id.startsWith('sound-'))
  if (sounds.length === 0 || songs.length === 0) return null
  const isHeard = (layer: Layer) => layer.visible !== false
  const put = (heard: boolean) =>
    canvas.run(
      songs.map(({ id }): LayerEdit => ({ op: 'hide', layer: id, hidden: !heard })),
      { label: heard ? t`Keep template music` : t`Mute template music` },
    )
  return <Switch label={t`Keep template music`} isOn={songs.some(isHeard)} onChange={put} />
}
