// Owns the employment fields that the registration and the profile offer. 'Others' asks for free text.

export const employmentOptions = ['Individual', 'Brand', 'Agency', 'Others'] as const
export const otherEmployment = 'Others'
