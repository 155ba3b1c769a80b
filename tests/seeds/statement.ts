// A statement of the specification and how a running shop is asked whether it holds.
import { type APIRequestContext, expect as assertions, type Page } from '@playwright/test'

/** Patient enough for a busy machine, also outside of a test runner. */
export const expect = assertions.configure({ timeout: 30_000 })

/** A shop that is being checked: its HTTP interface, and browsers of a visitor, a buyer and the owner. */
export interface CheckedShop {
  readonly http: APIRequestContext
  /** A visitor who has answered the cookie banner and closed the invitation to sign in. */
  visitor(): Promise<Page>
  /** A visitor who has answered nothing yet. */
  newcomer(): Promise<Page>
  /** A buyer with a new account. */
  buyer(): Promise<Page>
  /** The owner behind the admin's gate, on the dashboard. */
  owner(): Promise<Page>
  /** Calls the HTTP interface as the buyer. */
  asBuyer(method: string, path: string, data?: unknown): Promise<{ status: number; body: Body }>
  /** Calls the HTTP interface as a visitor. */
  asVisitor(method: string, path: string, data?: unknown): Promise<{ status: number; body: Body }>
}

/** What an answer holds: looked into by name, and what is not there fails the statement. */
export type Body = ReturnType<typeof JSON.parse>

export interface Statement {
  /** Seed and section, such as `2.4`. */
  readonly at: string
  /** What the specification says, shortened. */
  readonly says: string
  /** Throws when it does not hold. */
  readonly check: (shop: CheckedShop) => Promise<unknown>
}

export interface Finding {
  readonly statement: Statement
  /** Undefined when the statement holds. */
  readonly problem: string | undefined
}

/** Asks the shop about each statement, one after the other. Every one is asked, whatever the others came to. */
export async function checkStatements(
  shop: CheckedShop,
  statements: readonly Statement[],
  onFinding: (finding: Finding) => void = () => undefined,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const statement of statements) {
    const problem = await statement.check(shop).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    const finding = { statement, problem }
    findings.push(finding)
    onFinding(finding)
  }
  return findings
}

/** Throws unless the condition holds. */
export function must(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message)
}

/** Throws unless both are the same, compared as JSON. */
export function mustEqual(found: unknown, wanted: unknown, what: string): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (left !== right) throw new Error(`${what}: found ${left}, not ${right}`)
}

/** Throws when the object lacks one of the fields. */
export function mustHave(object: Body, fields: readonly string[], what: string): void {
  const missing = fields.filter((field) => object?.[field] === undefined)
  if (missing.length > 0) throw new Error(`${what} lacks ${missing.join(', ')}`)
}
