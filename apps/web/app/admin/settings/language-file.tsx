// All texts of a language as a file, for translators.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminLanguage, AdminText, ChangeTextsRequest } from '@vitrine/contract/languages'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { problemText } from './language-problem.ts'

type LanguageFileProps = {
  language: AdminLanguage
  texts: readonly AdminText[]
  onTexts: (texts: ChangeTextsRequest['texts']) => Promise<void>
}

/** A JSON object of translations by English text; empty ones are not translated yet. */
export function LanguageFile({ language, texts, onTexts }: LanguageFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const showToast = useToast()
  const read = async (file: File) => {
    setIsBusy(true)
    try {
      const found = changedTexts(JSON.parse(await file.text()), texts)
      await onTexts(found)
      const count = Object.keys(found).length
      showToast('success', t`Texts changed: ${count}`)
    } catch (error) {
      const message = error instanceof SyntaxError ? t`This is not a file of texts.` : problemText(error)
      showToast('error', `${file.name}: ${message}`)
    }
    setIsBusy(false)
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" onClick={() => download(language, texts)}>
        <Trans>Download file</Trans>
      </Button>
      <Button variant="secondary" isBusy={isBusy} onClick={() => input.current?.click()}>
        <Trans>Upload file</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={t`File of texts`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void read(file)
        }}
      />
    </div>
  )
}

function download({ tag }: AdminLanguage, texts: readonly AdminText[]): void {
  const content = Object.fromEntries(texts.map(({ key, bundled, own }) => [key, own ?? bundled ?? '']))
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: `${tag}.json` })
  link.click()
  URL.revokeObjectURL(address)
}

/** The changed texts of a file. Throws SyntaxError for an invalid file. */
function changedTexts(content: unknown, texts: readonly AdminText[]): Record<string, string> {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) throw new SyntaxError('no object')
  const now = new Map(texts.map(({ key, own, bundled }) => [key, own ?? bundled ?? '']))
  const entries = Object.entries(content).filter(([key, text]) => text !== '' && text !== now.get(key))
  if (entries.some(([, text]) => typeof text !== 'string')) throw new SyntaxError('no text')
  return Object.fromEntries(entries)
}
