// Owns the owner's office: the area's public file. Everything here is done by an owner behind the gate, or on the command
// line, and leaves a line in the log.

export {
  closeAdminSession,
  hasAdminPassword,
  type OpenedAdminSession,
  openAdminSession,
  requireAdmin,
  retireAdminPassword,
  type SignedInAdmin,
  setAdminPassword,
} from './admin-sign-in.ts'
export {
  type Actor,
  COMMAND_LINE,
  forgetOldAddresses,
  listAuditEvents,
  listAuditedTemplates,
  recordAuditEvent,
  SAMPLES,
} from './audit-log.ts'
export { adjustCredits, blockAccount, refundPayment, unblockAccount } from './customer-action.ts'
export { createOwner, eraseMember, exportMember, resetOwnerPassword } from './member.ts'
export { getPerson, listPersonStatement, requirePerson } from './person.ts'
export { describePreview, describeTemplates, describeVersion, toTemplateImport } from './publishing.ts'
export { pageRenders, restartRender, stopRender } from './render-action.ts'
export {
  changeFields,
  changeTemplate,
  describeTemplate,
  getFieldFiles,
  publish,
  publishWhole,
  removeTemplate,
  withdraw,
} from './template-action.ts'
