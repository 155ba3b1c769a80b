// Programs that run in a separate child process, so that a crash of a native library affects neither the worker nor other
// operations.
import { fileURLToPath } from 'node:url'
import { type BoundedChildOptions, runBoundedChild } from '@vitrine/process/bounded-child'

/** A program and the types of its messages, which are plain JSON. */
export interface ChildProgram<Request extends object, Progress, Result> {
  /** Used in messages, such as `render`. */
  readonly name: string
  readonly path: string
  /** Carries only types; never set. */
  readonly carryOut?: (request: Request, report: (progress: Progress) => void) => Promise<Result>
}

export type RunProgramOptions<Progress> = Omit<BoundedChildOptions<Progress>, 'name' | 'path'>

/**
 * Describes the program `file` (without extension) in the folder of the module `moduleUrl`: in the source tree, and in a
 * bundle, where all files share one folder.
 */
export function childProgram<Request extends object, Progress, Result>(
  name: string,
  { file, moduleUrl }: { readonly file: string; readonly moduleUrl: string },
): ChildProgram<Request, Progress, Result> {
  const ending = moduleUrl.endsWith('.ts') ? 'ts' : 'js'
  return { name, path: fileURLToPath(new URL(`./${file}.${ending}`, moduleUrl)) }
}

/**
 * Runs a program within limits and returns its result. When it throws (`WorkFailed`, or the signal's reason) the process has
 * ended, and the caller removes the files that it wrote.
 */
export function runProgram<Request extends object, Progress, Result>(
  { name, path }: ChildProgram<Request, Progress, Result>,
  request: Request,
  options: RunProgramOptions<Progress>,
): Promise<Result> {
  return runBoundedChild<Request, Progress, Result>(request, { ...options, name, path })
}
