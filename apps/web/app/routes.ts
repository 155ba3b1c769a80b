// The route table. Paths are matched case-insensitively.
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { fixedPages } from '@vitrine/contract/content'

export default [
  layout('shell/shell.tsx', [
    index('pages/home.tsx'),
    route('templates-list', 'pages/template-list.tsx'),
    route('template/:templateId', 'pages/template-detail.tsx'),
    route('image-templates', 'pages/image-list.tsx'),
    route('image-template/:templateId', 'pages/image-detail.tsx'),
    route('direct-sell-templates', 'pages/direct-sell-list.tsx'),
    route('direct-sell/:templateId', 'pages/direct-sell-detail.tsx'),
    route('occasions', 'content/occasion-list.tsx'),
    route('occasions/:occasion', 'content/occasion-page.tsx'),
    route('new-templates', 'content/new-templates.tsx'),
    route('free-this-week', 'content/free-this-week.tsx'),
    route('faq', 'content/faq.tsx'),
    layout('content/content-page.tsx', [
      route('features', 'content/features.tsx'),
      ...[...fixedPages.filter((slug) => slug !== 'faq'), 'blog/:post'].map((path) =>
        route(path, 'content/written-page.tsx', { id: `written ${path}` }),
      ),
    ]),
    route('login', 'pages/login.tsx'),
    route('register', 'pages/register.tsx'),
    route('staff-invitation', 'pages/staff-invitation.tsx'),
    // The link of an email with a code.
    route('sign-in-link', 'pages/sign-in-link.tsx'),
    // Kept on the device for pages that were not seen before.
    route('offline', 'pages/offline.tsx'),
    // Shows its own message to visitors.
    route('profile', 'pages/profile.tsx'),
    // Asks visitors to sign in itself.
    route('buy-credits', 'pages/buy-credits.tsx'),
    layout('account/route-guard.tsx', [
      route('liked', 'pages/liked.tsx'),
      route('cart', 'pages/cart.tsx'),
      route('purchased', 'pages/purchased.tsx'),
      route('projects', 'pages/project-list.tsx'),
      route('payment-history', 'pages/payment-history.tsx'),
      route('credit-purchase-success', 'pages/credit-purchase-success.tsx'),
    ]),
  ]),
  // Editors fill the window: no navigation, no footer. Visitors may use them, too.
  layout('editors/core/shell/editor-area.tsx', [
    route('template/:templateId/server-render', 'editors/modes/form/server-render.tsx'),
    route('template/:templateId/direct-upload', 'editors/modes/timeline/direct-upload.tsx'),
    route('template/:templateId/direct-upload-image', 'editors/modes/canvas/image-page.tsx'),
    // Every other path of one part: its loader leads home from those that name no template.
    route(':templateId', 'editors/modes/canvas/canvas-page.tsx'),
  ]),
  // The admin area: a gate of its own inside the guard, a bundle for each section.
  layout('language/admin-texts.tsx', [
    layout('account/route-guard.tsx', { id: 'admin-guard' }, [
      layout('admin/admin-layout.tsx', [
        route('internal-dashboard-admin', 'admin/analytics/dashboard.tsx'),
        route('internal-dashboard-admin/people', 'admin/people/people-page.tsx'),
        route('internal-dashboard-admin/people/:userId', 'admin/people/person-page.tsx'),
        route('internal-dashboard-admin/payments', 'admin/people/payments-page.tsx'),
        route('internal-dashboard-admin/renders', 'admin/people/renders-page.tsx'),
        route('internal-dashboard-admin/log', 'admin/people/audit-log-page.tsx'),
        route('internal-dashboard-admin/settings', 'admin/settings/settings-page.tsx'),
        route('internal-dashboard-admin/staff', 'admin/staff/staff-page.tsx'),
        route('internal-dashboard-admin/my-sign-in', 'admin/staff/my-sign-in.tsx'),
        route('internal-dashboard-admin/status', 'admin/status/status-page.tsx'),
        route('internal-dashboard-admin/publishing', 'admin/publishing/template-list.tsx'),
        route('internal-dashboard-admin/publishing/new-template', 'admin/publishing/new-template.tsx'),
        route('internal-dashboard-admin/publishing/:templateId', 'admin/publishing/template-page.tsx'),
      ]),
    ]),
  ]),
  // Only in a shop that began empty, until its owner has set it up; the server leads everything else here and back.
  layout('language/admin-texts.tsx', { id: 'setup-texts' }, [route('setup', 'setup/setup-page.tsx')]),
  route('typefaces.css', 'shell/font-rules.ts'),
  route('*', 'pages/unknown.ts'),
] satisfies RouteConfig
