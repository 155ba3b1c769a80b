// The pages as the TypeScript compiler sees them, for rules that lint cannot express.
import { join } from 'node:path'
import type { SourceFile } from 'typescript/unstable/ast'
import { API, type Checker } from 'typescript/unstable/sync'

/**
 * Passes the `.tsx` files of a project that `isChecked` accepts to `read`, and returns its result. Needs generated types, like
 * `tsc`. The files and their types are valid only during this call.
 */
export function readTsxFiles<T>(
  project: string,
  isChecked: (file: string) => boolean,
  read: (files: readonly SourceFile[], checker: Checker) => T,
): T {
  const api = new API({ cwd: project })
  try {
    const snapshot = api.updateSnapshot({ openProjects: [join(project, 'tsconfig.json')] })
    const [opened] = snapshot.getProjects()
    if (!opened) throw new Error(`${project} has no tsconfig.json`)
    const { program, checker } = opened
    const files = program
      .getSourceFileNames()
      .filter((name) => name.endsWith('.tsx') && isChecked(name))
      .map((name) => program.getSourceFile(name))
      .filter((file) => file !== undefined)
    return read(files, checker)
  } finally {
    api.close()
  }
}
