// The order of test files: those that take half a minute begin first, so that no core idles while the last of them runs.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const LONGEST = [
  'samples/src/golden.test.ts',
  'packages/composition/golden/golden.test.ts',
  'tests/render/template-import.test.ts',
  'tests/lost-response/every-commit.test.ts',
  'tests/operations/many-machines.test.ts',
  'tests/browser-media/export.test.ts',
  'apps/launcher/src/launch.test.ts',
  'apps/worker/src/render/render-video.test.ts',
  'apps/worker/src/render/render-operation.test.ts',
  'apps/template/src/publishing-command.test.ts',
  'tests/browser-media/media.test.ts',
  'packages/database/src/embedded.test.ts',
  'tests/render/sample-likeness.test.ts',
]

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((file) => moduleId.endsWith(file))
      return place === -1 ? LONGEST.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
