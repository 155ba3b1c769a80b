// What TypeScript knows of a page written in MDX.
declare module '*.mdx' {
  import type { ReactNode } from 'react'
  export default function Page(): ReactNode
}
