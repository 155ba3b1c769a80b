import type { ApiScope } from '../api-scope.ts'
import type { AppDeps } from '../deps.ts'
export function addRenderRoutes(_api: ApiScope, _deps: AppDeps): void {}
