// The seller on written pages: the details that the owner has entered.
import { Trans } from '@lingui/react/macro'
import { useRootData } from '../ui/root-data.ts'

/** Legal name, address and the grievance officer; nothing until the owner has entered any of them. */
export function SellerDetails() {
  const { legalName, address = [], taxNumbers = [], phone, grievanceOfficer: officer } = useRootData()?.seller ?? {}
  const lines = [legalName, ...address, phone, ...taxNumbers].filter(Boolean)
  const officerLines = [officer?.name, officer?.email, officer?.phone].filter(Boolean)
  return (
    <>
      {lines.length > 0 && (
        <>
          <h2>
            <Trans>Who runs this store</Trans>
          </h2>
          <Lines lines={lines} />
        </>
      )}
      {officerLines.length > 0 && (
        <>
          <h2>
            <Trans>Grievance officer</Trans>
          </h2>
          <p>
            <Trans>For complaints, under the Consumer Protection (E-Commerce) Rules 2020:</Trans>
          </p>
          <Lines lines={officerLines} />
        </>
      )}
    </>
  )
}

function Lines({ lines }: { lines: readonly (string | undefined)[] }) {
  return (
    <address className="not-italic">
      {lines.map((line) => (
        <span key={line} className="block">
          <bdi translate="no">{line}</bdi>
        </span>
      ))}
    </address>
  )
}
