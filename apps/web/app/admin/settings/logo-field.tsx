// Choosing the picture of the logo: it is published under an address of its own when it is chosen.
import { useId, useState } from 'react'
import { errorText } from '../../store/error-text.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useBrandFileSender } from './brand-file.ts'

type LogoFieldProps = {
  logo: string | null
  /** Address of the saved logo, while it is the chosen one. */
  savedUrl: string | null
  onLogo: (logo: string | null) => void
}

type State = { status: 'idle'; url?: string } | { status: 'sending' } | { status: 'failed'; message: string }

export function LogoField({ logo, savedUrl, onLogo }: LogoFieldProps) {
  const [state, setState] = useState<State>({ status: 'idle' })
  const shownUrl = logo === null ? undefined : (state.status === 'idle' && state.url) || savedUrl || undefined
  const send = useBrandFileSender()
  const id = useId()
  const choose = async (file: File | undefined) => {
    if (!file) return
    setState({ status: 'sending' })
    try {
      const published = await send('logo', file)
      setState({ status: 'idle', url: published.url })
      onLogo(published.id)
    } catch (error) {
      setState({ status: 'failed', message: errorText(error, 'The picture could not be uploaded.') })
    }
  }
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-caption font-medium">Logo</p>
      <div className="flex flex-wrap items-center gap-3">
        {shownUrl && (
          <img
            src={shownUrl}
            alt="The logo"
            className="h-11 w-auto max-w-48 rounded-control bg-well object-contain p-1"
          />
        )}
        <input
          id={id}
          type="file"
          accept="image/png,image/webp,image/jpeg"
          disabled={state.status === 'sending'}
          onChange={({ target }) => {
            void choose(target.files?.[0])
            target.value = ''
          }}
          className="peer sr-only"
        />
        <label
          htmlFor={id}
          className={classNames(
            buttonClass({ variant: 'secondary', size: 'small' }),
            'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2',
          )}
        >
          {state.status === 'sending' ? 'Uploading…' : logo === null ? 'Choose a picture' : 'Replace'}
        </label>
        {logo !== null && (
          <Button variant="quiet" size="small" onClick={() => onLogo(null)}>
            Remove
          </Button>
        )}
      </div>
      <p
        aria-live="polite"
        className={classNames('text-caption', state.status === 'failed' ? 'text-bad' : 'text-muted')}
      >
        {state.status === 'failed'
          ? state.message
          : 'A PNG with a transparent background, at least 72 pixels high. Without one: the mark and the name.'}
      </p>
    </div>
  )
}
