import type { ApiScope } from '../api-scope.ts'
import type { AppDeps } from '../deps.ts'
export function addProjectRoutes(_api: ApiScope, _deps: AppDeps): void {}
