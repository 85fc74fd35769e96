import { z } from 'zod'

/** Whether the service has its first account, and what a one-time link in the query is for. */
export const setUpState = z.object({
  needed: z.boolean().describe('True as long as the service has no account'),
  link: z
    .object({
      valid: z.boolean().describe('False if it is unknown, used or expired'),
      purpose: z.enum(['set-up', 'password', 'email']).optional(),
      email: z.string().optional(),
      displayName: z.string().optional(),
    })
    .optional()
    .describe('About the link in the query'),
})
