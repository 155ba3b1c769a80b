// The route table. Paths are matched case-insensitively.
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { fixedPages } from '@vitrine/contract/content'

export default [
  layout('shell/shell.tsx', [
    index('features/home/home.tsx'),
    route('templates-list', 'features/catalogue/template-list.tsx'),
    route('template/:templateId', 'features/template/template-detail.tsx'),
    route('image-templates', 'features/catalogue/image-list.tsx'),
    route('image-template/:templateId', 'features/template/image-detail.tsx'),
    route('direct-sell-templates', 'features/catalogue/direct-sell-list.tsx'),
    route('direct-sell/:templateId', 'features/template/direct-sell-detail.tsx'),
    route('occasions', 'features/content/occasion-list.tsx'),
    route('occasions/:occasion', 'features/content/occasion-page.tsx'),
    route('new-templates', 'features/catalogue/new-templates.tsx'),
    route('free-this-week', 'features/catalogue/free-this-week.tsx'),
    route('faq', 'features/content/faq.tsx'),
    layout('features/content/content-page.tsx', [
      route('features', 'features/content/features.tsx'),
      ...[...fixedPages.filter((slug) => slug !== 'faq'), 'blog/:post'].map((path) =>
        route(path, 'features/content/written-page.tsx', { id: `written ${path}` }),
      ),
    ]),
    route('login', 'features/sign-in/login.tsx'),
    route('register', 'features/sign-in/register.tsx'),
    route('staff-invitation', 'features/account/staff-invitation.tsx'),
    // The link of an email with a code.
    route('sign-in-link', 'features/sign-in/sign-in-link.tsx'),
    // Cached on the device for pages that are not.
    route('offline', 'shell/offline.tsx'),
    // Shows its own message to visitors.
    route('profile', 'features/account/profile.tsx'),
    // Asks visitors to sign in itself.
    route('buy-credits', 'features/credits/buy-credits.tsx'),
    layout('features/sign-in/route-guard.tsx', [
      route('liked', 'features/library/liked.tsx'),
      route('cart', 'features/cart/cart.tsx'),
      route('purchased', 'features/library/purchased.tsx'),
      route('projects', 'features/projects/project-list.tsx'),
      route('payment-history', 'features/credits/payment-history.tsx'),
      route('credit-purchase-success', 'features/credits/credit-purchase-success.tsx'),
    ]),
  ]),
  // Editors fill the window: no navigation, no footer. Visitors may use them, too.
  layout('editor/shell/editor-area.tsx', [
    route('template/:templateId/server-render', 'editor/modes/form/server-render.tsx'),
    route('template/:templateId/direct-upload', 'editor/modes/timeline/direct-upload.tsx'),
    route('template/:templateId/direct-upload-image', 'editor/modes/canvas/image-page.tsx'),
    // All other paths of one segment; the loader redirects home if there is no such template.
    route(':templateId', 'editor/modes/canvas/canvas-page.tsx'),
  ]),
  // The admin area has its own gate inside the guard, and a bundle for each section.
  layout('language/admin-texts.tsx', [
    layout('features/sign-in/route-guard.tsx', { id: 'admin-guard' }, [
      layout('admin/admin-layout.tsx', [
        route('internal-dashboard-admin', 'admin/analytics/dashboard.tsx'),
        route('internal-dashboard-admin/people', 'admin/customers/people-page.tsx'),
        route('internal-dashboard-admin/people/:userId', 'admin/customers/person-page.tsx'),
        route('internal-dashboard-admin/payments', 'admin/payments/payments-page.tsx'),
        route('internal-dashboard-admin/documents', 'admin/books/documents-page.tsx'),
        route('internal-dashboard-admin/month-end', 'admin/books/month-end-page.tsx'),
        route('internal-dashboard-admin/renders', 'admin/renders/renders-page.tsx'),
        route('internal-dashboard-admin/log', 'admin/audit/audit-log-page.tsx'),
        route('internal-dashboard-admin/settings', 'admin/settings/settings-page.tsx'),
        route('internal-dashboard-admin/staff', 'admin/staff/staff-page.tsx'),
        route('internal-dashboard-admin/my-sign-in', 'admin/sign-in/my-sign-in.tsx'),
        route('internal-dashboard-admin/status', 'admin/status/status-page.tsx'),
        route('internal-dashboard-admin/publishing', 'admin/templates/template-list.tsx'),
        route('internal-dashboard-admin/publishing/new-template', 'admin/templates/new-template.tsx'),
        route('internal-dashboard-admin/publishing/:templateId', 'admin/templates/template-page.tsx'),
      ]),
    ]),
  ]),
  // Only in a store that began empty, until its owner has set it up; the server redirects other paths here, and
  // afterwards this one home.
  layout('language/admin-texts.tsx', { id: 'setup-texts' }, [route('setup', 'setup/setup-page.tsx')]),
  route('typefaces.css', 'shell/font-rules.ts'),
  route('*', 'shell/unknown.ts'),
] satisfies RouteConfig
