// The properties of the canvas, shown when nothing is selected.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import ScanEye from 'lucide-react/icons/maximize'
import { useObservable } from '../../../../api/observable.ts'
import { Button, PlainButton } from '../../../../ui/button.tsx'
import { ratioText } from '../../../../ui/shape-outline.tsx'
import { useIsWide } from '../../../../ui/use-is-wide.ts'
import { helpLines, ShortcutList } from '../../../actions/shortcut-help.tsx'
import { listWarnings } from '../../../export/export-check.ts'
import { ShapePicker } from '../../../fields/field-panel.tsx'
import { canvasActions } from '../actions/canvas-actions.tsx'
import { useCanvas, useMeasured } from '../model/canvas-context.tsx'
import { isBackground, touchable } from '../model/hit.ts'
import { fitView, zoomToPixels } from '../model/view.ts'
import { Section, Switch } from './control.tsx'
import { DesignColors } from './design-colors.tsx'
import { backgroundSections } from './layer-properties.ts'
import { PropertySections } from './property-sections.tsx'
import { useEditing } from './selected.ts'

/** Fills its slot and scrolls itself. */
export function DocumentPanel() {
  const isWide = useIsWide()
  return (
    <section
      aria-label={t`Canvas`}
      className="flex h-full min-h-0 flex-col overflow-y-auto overscroll-contain px-4 pb-8"
    >
      <Head />
      <ShapePicker />
      <Checks />
      <DesignColors />
      <Background />
      <ViewSection />
      {isWide && <Keys />}
    </section>
  )
}

function Head() {
  const { editor } = useCanvas()
  const { width, height } = useObservable(editor.shape)
  const frames = editor.document.canvas.duration
  const seconds = frames / editor.player.framesPerSecond
  const ratio = ratioText({ width, height })
  const size = [t`${width} × ${height} px`, ...(ratio.includes(':') ? [ratio] : [])].join(', ')
  const shownSeconds = Number(seconds.toFixed(1))
  const length = frames > 1 ? t`${shownSeconds} s video` : t`image`
  return (
    <header className="py-3">
      <h2 className="text-body font-medium">
        <Trans>Canvas</Trans>
      </h2>
      <p className="text-caption text-muted tabular-nums">
        <Trans>
          {size}, {length}. Select a layer to edit it.
        </Trans>
      </p>
    </header>
  )
}

/** The errors below the fields, so that customers see them before paying. */
function Checks() {
  const canvas = useCanvas()
  const { editor } = canvas
  useMeasured(() => canvas.version.get())
  const warnings = listWarnings(editor)
  if (warnings.length === 0) return null
  return (
    <Section title={t`Before you export`} aside={warnings.length}>
      <ul className="flex flex-col gap-2">
        {warnings.map(({ about, label, text }) => (
          <li key={JSON.stringify(about) + text}>
            <PlainButton
              onClick={() =>
                'fieldId' in about ? editor.select(about.fieldId, 'picture') : canvas.select([about.layerId])
              }
              className="w-full rounded-card bg-well p-3 text-start text-caption hover:outline hover:outline-edge"
            >
              <span className="block font-medium">{label}</span>
              <span className="text-muted">{text}</span>
            </PlainButton>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Background() {
  const canvas = useCanvas()
  const editing = useEditing()
  useMeasured(() => canvas.version.get())
  const lowest = touchable(canvas, undefined).findLast((entry) => !entry.isLocked && isBackground(canvas, entry))
  // Before the first picture the colour of a bound field is unknown.
  const resolved = lowest && canvas.findResolvedLayer(lowest.id)
  if (!resolved) return null
  if (resolved.type === 'solid')
    return (
      <PropertySections
        sections={backgroundSections}
        selected={[{ entry: lowest, resolved }]}
        context={canvas}
        editing={editing}
      />
    )
  return (
    <Section title={t`Background`}>
      <Button variant="secondary" size="small" onClick={() => canvas.select([lowest.id])}>
        <Trans>Edit background</Trans>
      </Button>
    </Section>
  )
}

function ViewSection() {
  const canvas = useCanvas()
  const hasRulers = useObservable(canvas.hasRulers)
  const snaps = useObservable(canvas.snaps)
  const { view } = canvas
  return (
    <Section title={t({ message: 'View', context: 'settings of the canvas' })}>
      <Switch label={t`Snap to objects`} isOn={snaps} onChange={(isOn) => canvas.snaps.set(isOn)} />
      <Switch label={t`Rulers and guides`} isOn={hasRulers} onChange={(isOn) => canvas.hasRulers.set(isOn)} />
      <div className="flex gap-2">
        <Button variant="secondary" size="small" onClick={() => view.set(fitView(view.get()))}>
          <ScanEye aria-hidden="true" size={16} /> <Trans>Fit</Trans>
        </Button>
        <Button variant="secondary" size="small" onClick={() => view.set(zoomToPixels(view.get()))}>
          <bdi translate="no" dir="ltr">
            100%
          </bdi>
        </Button>
      </div>
    </Section>
  )
}

/** The most useful shortcuts; all of them are in the help. */
function Keys() {
  const { editor } = useCanvas()
  const hasTime = editor.document.canvas.duration > 1
  const lines = helpLines(canvasActions, hasTime).filter(({ isCommon }) => isCommon)
  return (
    <Section title={t`Shortcuts`}>
      <div className="text-caption">
        <ShortcutList lines={lines} />
      </div>
    </Section>
  )
}
