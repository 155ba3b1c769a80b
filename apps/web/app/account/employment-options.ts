// The employment fields of registration and profile. 'Others' requires free text.

export const employmentOptions = ['Individual', 'Brand', 'Agency', 'Others'] as const
export const otherEmployment = 'Others'
