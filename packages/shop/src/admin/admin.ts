// Owns the owner's office: the area's public file. Everything here is done by an owner behind the gate, or on the command
// line, and leaves a line in the log.

export { adjustCredits, blockAccount, refundPayment, unblockAccount } from './act.ts'
export {
  type Actor,
  COMMAND_LINE,
  forgetOldAddresses,
  listActs,
  listTemplatesActedOn,
  recordAct,
  SAMPLES,
} from './act-log.ts'
export {
  closeOffice,
  hasOfficePassword,
  type OfficeSession,
  type OpenedOffice,
  openOffice,
  requireOffice,
  retireOfficePassword,
  setOfficePassword,
} from './gate.ts'
export { createOwner, eraseMember, exportMember, resetOwnerPassword } from './member.ts'
export { getPerson, listPersonStatement, requirePerson } from './person.ts'
export { describePreview, describeTemplates, describeVersion, toTemplateImport } from './publishing.ts'
export { pageRenders, restartRender, stopRender } from './render-act.ts'
export {
  changeFields,
  changeTemplate,
  describeTemplate,
  getFieldFiles,
  publish,
  publishWhole,
  removeTemplate,
  withdraw,
} from './template-act.ts'
