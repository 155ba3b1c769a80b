// The order of test files: those that take half a minute begin first, so that no core idles while the last of them runs.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const LONGEST = [
  'samples/src/golden.full.test.ts',
  'packages/painter/golden/golden.full.test.ts',
  'tests/render/template-import.full.test.ts',
  'tests/lost-response/every-commit.full.test.ts',
  'tests/operations/many-machines.full.test.ts',
  'tests/browser-media/export.full.test.ts',
  'apps/launcher/src/launch.full.test.ts',
  'tests/brand/brand.full.test.ts',
  'tests/operations/package.full.test.ts',
  'tests/operations/killed-worker.full.test.ts',
  'apps/worker/src/render/range-operation.full.test.ts',
  'apps/worker/src/render/render-video.test.ts',
  'apps/worker/src/render/render-operation.test.ts',
  'apps/template/src/publishing-command.full.test.ts',
  'tests/browser-media/media.full.test.ts',
  'packages/database/src/embedded.full.test.ts',
  'tests/render/sample-likeness.full.test.ts',
]

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const findPlace = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((file) => moduleId.endsWith(file))
      return place === -1 ? LONGEST.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => findPlace(a) - findPlace(b))
  }
}
