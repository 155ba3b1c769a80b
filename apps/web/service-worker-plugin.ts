// Builds the service worker together with the pages: one file with a fixed name, which contains the list of the editors'
// files and the version of the build.
import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'vite'

/** The pages whose scripts, with everything that they load lazily, are sufficient for editing and exporting. */
const EDITORS =
  /app\/(editor\/modes\/[\w-]+\/(server-render|direct-upload|image-page|canvas-page)|entry\.client|root|editor\/shell\/editor-area)\.tsx?$/
/** Fonts and pictures: large, and cached when first used. */
const EXCLUDED = /\.(ttf|otf|woff2|png|svg)$/

type Bundle = Readonly<Record<string, { type: string; code?: string; source?: string | Uint8Array } & Partial<Chunk>>>
interface Chunk {
  facadeModuleId: string | null
  imports: readonly string[]
  dynamicImports: readonly string[]
  viteMetadata?: { importedCss: ReadonlySet<string> }
}

export function serviceWorker(): Plugin {
  let found = { version: '', editors: [] as string[] }
  return {
    name: 'service-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle(_options, bundle) {
      found = describeBuild(bundle as unknown as Bundle)
    },
    async closeBundle() {
      if (found.version === '') return
      const { root, build: own } = this.environment.config
      await build({
        configFile: false,
        root,
        publicDir: false,
        logLevel: 'warn',
        define: { BUILD: JSON.stringify(found), 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir: resolve(root, own.outDir),
          emptyOutDir: false,
          modulePreload: false,
          rolldownOptions: {
            input: join(root, 'app/service-worker/sw.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      })
    },
  }
}

/** The version of the build, a hash of its file names, and the paths of the editors' files. */
export function describeBuild(bundle: Bundle): { version: string; editors: string[] } {
  const names = Object.keys(bundle).sort()
  const version = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16)
  const reached = new Set<string>()
  const visit = (name: string) => {
    const file = bundle[name]
    if (!file || reached.has(name) || EXCLUDED.test(name)) return
    reached.add(name)
    for (const other of [...(file.imports ?? []), ...(file.dynamicImports ?? [])]) visit(other)
    for (const style of file.viteMetadata?.importedCss ?? []) visit(style)
    // Workers, WebAssembly and the common style sheet are no imports: their names occur only in the code.
    const text = file.code ?? (name.endsWith('.js') ? String(file.source ?? '') : '')
    for (const [address] of text.matchAll(/[\w.-]+-[\w-]{8}\.(?:js|wasm|css)/g)) visit(`assets/${address}`)
  }
  for (const name of names) if (EDITORS.test(bundle[name]?.facadeModuleId?.replace(/\?.*$/, '') ?? '')) visit(name)
  return { version, editors: [...reached].sort().map((name) => `/${name}`) }
}
