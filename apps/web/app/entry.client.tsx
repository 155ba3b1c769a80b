// Takes over the page that the server has rendered, once its texts are there.
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { startLanguage } from './language/page-texts.ts'

const takeOver = () =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })

// No `await` at the top of the module: others import from its file, and would wait for themselves.
void startLanguage().then(takeOver)
