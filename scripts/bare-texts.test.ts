// Ensures that translating browsers do not break the pages: no bare text is next to a conditional element.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findBareTexts } from './bare-texts.ts'

const root = resolve(import.meta.dirname, '..')
const web = join(root, 'apps/web')
/** The compiler reads every file of the pages. */
const limitMs = 300_000

test('no text of the pages stands bare beside something that comes and goes, or beside a value that changes', {
  tags: ['full'],
  timeout: limitMs,
}, () => {
  const isPage = (file: string) => file.startsWith(join(web, 'app')) && !/\.test\.tsx$|language\/trans\.tsx$/.test(file)
  const bare = findBareTexts(web, isPage).map(
    ({ file, line, code }) => `${file.slice(root.length + 1)}:${line} ${code}`,
  )
  expect(bare).toEqual([])
})

test('the finder sees texts beside conditions, values, components and `children`, and knows what is safe', {
  timeout: limitMs,
}, () => {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const project = mkdtempSync(join(cache, 'bare-texts-'))
  try {
    mkdirSync(join(project, 'app'))
    writeFileSync(join(project, 'app/page.tsx'), PAGE)

    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          jsx: 'react-jsx',
          strict: true,
          noEmit: true,
          module: 'preserve',
          moduleResolution: 'bundler',
          skipLibCheck: true,
        },
        include: ['app'],
      }),
    )
    const marked = PAGE.split('\n').flatMap((text, i) => (text.includes('// bare') ? [i + 1] : []))
    const found = findBareTexts(project, (file) => file.endsWith('app/page.tsx')).map(({ line }) => line)
    expect([...new Set(found)]).toEqual(marked)
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})

const PAGE = `
import type { ReactElement, ReactNode } from 'react'

type Props = { isBusy: boolean; count: number; name: string | undefined; children: ReactNode; icon: ReactElement }

export function Box({ isBusy, children }: Props) {
  return <p>{isBusy && <b />}{children}</p>
}
export function Plain({ children }: Props) {
  return <p>{children}</p>
}
export function Outer(props: Props) {
  return (
    <Box {...props}>{props.children}</Box>
  )
}
export function Balance({ count }: Props) {
  return \`\${count} credits\` // bare
}
export function Page(props: Props) {
  const { isBusy, count, name, icon } = props
  return (
    <div>
      <p>{isBusy && <b />}Text</p>{/* // bare */}
      <p>{isBusy ? <b /> : 'Text'}</p>
      <p>{count}</p>
      <p>{count} credits</p>{/* // bare */}
      <p>{\`\${count} credits\`}</p>
      <p><b />{name ?? 'nobody'}</p>{/* // bare */}
      <p><b /><span>{name}</span></p>
      <p>{icon}<span>{name}</span></p>
      <p>Text <b>{name}</b> that stays</p>
      <p>Text<Balance {...props} /></p>
      <p><Balance {...props} />Text</p>{/* // bare */}
      <>Text</>{/* // bare */}
      <Plain {...props}>Text</Plain>
      <Box {...props}>Text</Box>{/* // bare */}
      <Outer {...props}>Text</Outer>{/* // bare */}
      <Outer {...props}><b>Text</b></Outer>
    </div>
  )
}
`
