// Owns every path that no page has: it leads home, or to the template that an editor's address names.
import { type RouterContextProvider, redirect } from 'react-router'
import { createVisitorApi } from '../api.ts'
import { hostContext } from '../context.ts'
import { templatePath } from '../store/template-kind.ts'

type Args = { params: { '*'?: string | undefined }; context: Readonly<RouterContextProvider> }

export async function loader({ params, context }: Args) {
  // '/{templateId}-template' is the address of a template's editor: without one for it, its page is where to begin.
  const [, templateId] = /^([^/]+)-template\/?$/.exec(params['*'] ?? '') ?? []
  if (!templateId) return redirect('/')
  const api = createVisitorApi(context.get(hostContext).transport)
  const template = await api.getTemplate(templateId).catch(() => undefined)
  return redirect(template ? templatePath(template) : '/')
}
