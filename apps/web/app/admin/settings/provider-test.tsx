// The test of one external service: runs it for real with the saved settings, and shows the result.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { LaunchTest, LaunchTestRequest } from '@vitrine/contract/status'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { GoogleButton } from '../../features/sign-in/google-button.tsx'
import { serverText } from '../../language/server-text.ts'
import { Button } from '../../ui/button.tsx'
import { adminCall } from '../api/admin-api.ts'

type TestProps = { test: LaunchTest; title: string; isUnsaved: boolean }

export function ProviderTest({ test, title, isUnsaved }: TestProps) {
  const { run, isBusy, result } = useTest(test)
  return (
    <div className="flex flex-wrap items-center gap-3">
      {test === 'sign-in' ? (
        <SignInButton title={title} isDisabled={isUnsaved || isBusy} onAnswer={run} />
      ) : (
        <Button
          variant="secondary"
          size="small"
          isBusy={isBusy}
          disabled={isUnsaved}
          aria-label={t`${title}: send a test`}
          onClick={() => void run()}
        >
          <Trans>Send a test</Trans>
        </Button>
      )}
      <p
        role="status"
        className={`min-w-0 break-words text-caption ${result && !result.isGood ? 'text-bad' : 'text-muted'}`}
      >
        {isUnsaved ? t`Save first: the test tries out what is saved.` : result?.text}
      </p>
    </div>
  )
}

function useTest(test: LaunchTest) {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [result, setResult] = useState<{ isGood: boolean; text: string }>()
  const run = async (body?: LaunchTestRequest) => {
    setIsBusy(true)
    setResult(undefined)
    try {
      const list = await adminCall('POST /api/admin/launch/tests/:test', { params: { test }, body })
      const check = list.checks.find((each) => each.test === test)
      setResult({ isGood: !check?.hasFailed, text: check ? serverText(check.found) : t`It worked.` })
      void queries.invalidateQueries({ queryKey: ['admin', '/launch'] })
    } catch (error) {
      setResult({ isGood: false, text: errorText(error, t`The test could not be run.`) })
    }
    setIsBusy(false)
  }
  return { run, isBusy, result }
}

type SignInButtonProps = { title: string; isDisabled: boolean; onAnswer: (body: LaunchTestRequest) => Promise<void> }

/** Google's own button, which is loaded for the test; each sign-in with it is one test. */
function SignInButton({ title, isDisabled, onAnswer }: SignInButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [round, setRound] = useState(0)
  if (isOpen && !isDisabled)
    return (
      <div className="w-full max-w-80">
        <GoogleButton
          text="signin_with"
          round={round}
          onAnswer={async ({ credential, nonce }) => {
            await onAnswer({ token: credential ?? '-', nonce })
            setRound(round + 1)
          }}
        />
      </div>
    )
  return (
    <Button
      variant="secondary"
      size="small"
      disabled={isDisabled}
      aria-label={t`${title}: test`}
      onClick={() => setIsOpen(true)}
    >
      <Trans>Test</Trans>
    </Button>
  )
}
