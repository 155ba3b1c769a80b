// Owns what the forms know about passwords before the server is asked.

export const shortestPassword = { value: 6, message: 'Password must be at least 6 characters long' } as const
