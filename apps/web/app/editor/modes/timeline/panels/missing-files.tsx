// Relinks missing files of clips: moved, deleted, or waiting for the browser's permission.

import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { rowText } from '../../../../language/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { useFileInput } from '../../../file-import/file-picker.tsx'
import type { KnownAsset } from '../../../project/asset-library.ts'
import { importedKinds, useTimeline, useVideo } from '../model/video-context.tsx'

/** Missing files of the video; the component renders again when one is found. */
export function useMissingFiles(): readonly KnownAsset[] {
  const { model, files } = useVideo()
  const { library } = model.editor
  useTimeline()
  useSyncExternalStore(library.subscribe, library.getVersion, library.getVersion)
  return files.listMissing()
}

export function MissingFiles() {
  const missing = useMissingFiles()
  const count = missing.length
  if (count === 0) return null
  return (
    <section aria-label={t`Missing files`} className="flex flex-col gap-3 rounded-card border border-warn p-3">
      <p className="text-caption">
        <Plural
          value={count}
          one="A file of this video is missing. Its clip is kept."
          other="# files of this video are missing. Their clips are kept."
        />
      </p>
      {missing.some(({ isElsewhere }) => isElsewhere) && (
        <p className="text-caption text-muted">
          <Plural
            value={count}
            one="It is on another device. Open the project there and choose “Save to my account”, or choose the file here."
            other="Those marked are on another device. Open the project there and choose “Save to my account”, or choose the files here."
          />
        </p>
      )}
      {count > 1 && <ChooseSeveral />}
      {missing.map((asset) => (
        <MissingFile key={asset.assetId} asset={asset} />
      ))}
    </section>
  )
}

/** Relinks several files at once, each recognised by its content whatever its name. */
function ChooseSeveral() {
  const { model, files } = useVideo()
  const [problems, setProblems] = useState<readonly string[]>([])
  const give = async (chosen: readonly File[]) => {
    const { found, problems: left } = await files.relinkAll(chosen)
    setProblems(left)
    model.editor.announcement.set(t`${plural(found, { one: '# file relinked.', other: '# files relinked.' })}`)
  }
  const { input, open } = useFileInput({
    accept: importedKinds,
    label: t`Missing files, from this device`,
    onFiles: (chosen) => void give(chosen),
  })
  return (
    <div className="flex flex-col gap-2">
      <Button variant="secondary" size="small" onClick={open}>
        <Trans>Choose all files</Trans>
      </Button>
      {problems.length > 0 && (
        <ul role="alert" className="text-caption text-bad">
          {problems.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {input}
    </div>
  )
}

/** The actions for one missing file. */
export function MissingFile({ asset: { assetId, kind, fileName, isElsewhere } }: { asset: KnownAsset }) {
  const { model, files } = useVideo()
  const [isLocked, setIsLocked] = useState(false)
  const [problem, setProblem] = useState<string>()
  const name = fileName ?? { image: t`The photo`, video: t`The video`, audio: t`The song`, font: '' }[kind]
  useEffect(() => {
    void files.isLocked(assetId).then(setIsLocked)
  }, [files, assetId])
  const settle = (found: string | undefined) => {
    setProblem(found)
    if (!found) model.editor.announcement.set(t`${name} relinked.`)
  }
  const allow = async () => {
    const isBack = await files.ask(assetId)
    setIsLocked(false)
    settle(isBack ? undefined : t`The browser did not allow access to the file. Please choose it again.`)
  }
  const { input, open } = useFileInput({
    accept: kind === 'font' ? [] : [kind],
    label: t`${name}, from this device`,
    isSingle: true,
    onFiles: ([file]) => file && void files.relink(assetId, file).then(settle),
  })
  return (
    <div className="flex flex-col gap-1 text-caption">
      <p className="flex items-baseline justify-between gap-2">
        <span dir="auto" className="truncate font-medium">
          {name}
        </span>
        {isElsewhere && (
          <span className="shrink-0 text-muted">
            <Trans>on another device</Trans>
          </span>
        )}
      </p>
      {problem && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      {isLocked ? (
        <Button variant="secondary" size="small" onClick={() => void allow()}>
          <Trans>Allow access</Trans>
        </Button>
      ) : (
        <Button variant="secondary" size="small" onClick={open}>
          {isElsewhere ? t`Choose file` : t`Choose file again`}
        </Button>
      )}
      {input}
    </div>
  )
}

/** How many files are named. */
const namedFiles = 3

/** The export's message about missing files: which ones, and what to do. */
export function missingMessage(missing: readonly KnownAsset[]): string {
  const names = missing.slice(0, namedFiles).map(({ fileName }) => fileName ?? t`A file`)
  const rest = missing.length - names.length
  const listed = rowText(names)
  const named = rest > 0 ? t`${listed} and ${rest} more` : listed
  const count = missing.length
  return missing.every(({ isElsewhere }) => isElsewhere)
    ? t`${plural(count, {
        one: `${named} is on another device. Save it to your account there, choose it under Media, or remove its clip; then you can export.`,
        other: `${named} are on another device. Save them to your account there, choose them under Media, or remove their clips; then you can export.`,
      })}`
    : t`${plural(count, {
        one: `${named} is missing. Choose it under Media, or remove its clip; then you can export.`,
        other: `${named} are missing. Choose them under Media, or remove their clips; then you can export.`,
      })}`
}
