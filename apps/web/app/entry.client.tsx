// Hydrates the server-rendered page once its texts are loaded.
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

// No top-level `await`: other modules import from this file's chunk and would wait for themselves.
void startLanguage().then(takeOver)
