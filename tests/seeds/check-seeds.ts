// Checks the statements of both seeds against a running shop: `npm run seeds -- http://localhost:3000`. Prints a line for each;
// ends with 1 when one does not hold.
import { chromium } from '@playwright/test'
import { prepareChromium } from '../chromium.ts'
import { accountStatements } from './account-statements.ts'
import { adminStatements } from './admin-statements.ts'
import { openShop } from './open-shop.ts'
import { checkStatements } from './statement.ts'
import { storeStatements } from './store-statements.ts'

const address = process.argv[2] ?? 'http://localhost:3000'
const browser = await chromium.launch(prepareChromium())
const shop = await openShop(browser, address)
const statements = [...accountStatements, ...storeStatements, ...adminStatements]
const findings = await checkStatements(shop, statements, ({ statement, problem }) => {
  console.log(`${problem === undefined ? 'ok    ' : 'FAILED'}  ${statement.at}  ${statement.says}`)
  if (problem !== undefined) console.log(problem.replaceAll(/^/gm, '          '))
})
await shop.close()
await browser.close()
const failed = findings.filter(({ problem }) => problem !== undefined)
console.log(`${findings.length - failed.length} of ${findings.length} statements hold`)
process.exitCode = failed.length === 0 ? 0 : 1
