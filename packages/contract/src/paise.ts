// Amounts of money for programs. Pages and printed texts have forms of their own.

/** Rupees with two decimals, such as `-1499.50`, by integer arithmetic. */
export function writeDecimal(paise: number): string {
  const [whole, rest] = [Math.trunc(Math.abs(paise) / 100), Math.abs(paise) % 100]
  return `${paise < 0 ? '-' : ''}${whole}.${String(rest).padStart(2, '0')}`
}
