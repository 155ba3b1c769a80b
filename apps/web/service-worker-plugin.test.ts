import { expect, test } from 'vitest'
import { describeBuild } from './service-worker-plugin.ts'

const chunk = (facadeModuleId: string | null, more: object = {}) => ({
  type: 'chunk',
  code: '',
  ...{ facadeModuleId, imports: [], dynamicImports: [], ...more },
})
const bundle = {
  'assets/server-render-aaaaaaaa.js': chunk('/web/app/editor/modes/form/server-render.tsx?route', {
    imports: ['assets/editor-bbbbbbbb.js'],
    viteMetadata: { importedCss: new Set(['assets/editor-cccccccc.css']) },
  }),
  'assets/editor-bbbbbbbb.js': chunk(null, {
    dynamicImports: ['assets/dialog-dddddddd.js'],
    code: 'new Worker(new URL("/assets/export-worker-eeeeeeee.js")); x="harfbuzz-ffffffff.wasm"; y="emoji-gggggggg.ttf"; z="app-kkkkkkkk.css"',
  }),
  'assets/dialog-dddddddd.js': chunk(null),
  'assets/editor-cccccccc.css': { type: 'asset' },
  'assets/export-worker-eeeeeeee.js': { type: 'asset', source: 'import("./sound-hhhhhhhh.js")' },
  'assets/sound-hhhhhhhh.js': { type: 'asset', source: '' },
  'assets/harfbuzz-ffffffff.wasm': { type: 'asset' },
  'assets/emoji-gggggggg.ttf': { type: 'asset' },
  'assets/app-kkkkkkkk.css': { type: 'asset' },
  'assets/revenue-iiiiiiii.js': chunk('/web/app/admin/analytics/dashboard.tsx'),
}

test('the editors’ files are their scripts, what those load later, workers, WebAssembly and the pages’ style sheet', () => {
  expect(describeBuild(bundle).editors).toEqual(
    Object.keys(bundle)
      .filter((name) => !/emoji|revenue/.test(name))
      .map((name) => `/${name}`)
      .sort(),
  )
})

test('the version changes with any file of the build', () => {
  const { version } = describeBuild(bundle)
  expect(describeBuild({ ...bundle }).version).toBe(version)
  expect(describeBuild({ ...bundle, 'assets/new-jjjjjjjj.css': { type: 'asset' } }).version).not.toBe(version)
})
