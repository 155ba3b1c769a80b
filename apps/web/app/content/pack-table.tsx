// Owns the credit packs on a written page, each with the way to buy it.
import type { CreditPack } from '@vitrine/contract/payments'
import { Link, useLoaderData } from 'react-router'
import { moneyText } from '../ui/money.ts'

/** Of a page whose loader is the one of load-packs.ts. */
export function PackTable() {
  const { packs } = useLoaderData() as { packs: CreditPack[] }
  if (packs.length === 0) {
    return (
      <p>
        The packs and their prices are on <Link to="/buy-credits">Buy Credits</Link>.
      </p>
    )
  }
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Credits</th>
          <th scope="col">Price</th>
          <th scope="col">Saving</th>
          <th scope="col">
            <span className="sr-only">Buy</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {packs.map((pack) => (
          <tr key={pack.packId}>
            <td>
              {pack.credits}
              {pack.isPopular && <strong className="ml-2 text-caption text-muted">popular</strong>}
            </td>
            <td>{moneyText(pack.amountPaise)}</td>
            <td>{pack.savings ?? (pack.isStarter ? 'to try it out, once per account' : '')}</td>
            <td>
              <Link
                to={`/buy-credits?${new URLSearchParams({ pack: pack.packId })}`}
                aria-label={`Buy ${pack.credits} credits`}
              >
                Buy
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
