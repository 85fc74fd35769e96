import { z } from 'zod'

/** Every error type, with its HTTP status. */
export const statusOf = {
  invalid_json: 400,
  validation: 400,
  invalid_position: 400,
  upstream: 400,
  unauthenticated: 401,
  forbidden: 403,
  /** The organization requires single sign-on, and this session was opened otherwise. */
  sso_required: 403,
  /** The session counts only for the organization whose provider opened it. Sign in with the account itself. */
  account_sign_in_required: 403,
  /** The organization requires a second factor, and this session was opened without one. */
  second_factor_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  invalid_state: 409,
  no_change: 409,
  precondition_failed: 412,
  /** The caller must confirm who they are first. */
  confirmation_required: 412,
  stale: 412,
  space_locked: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  /** The database cannot be reached, or too many writes collided. Try again after `Retry-After`. */
  unavailable: 503,
  /** The disk of the service is full. */
  insufficient_storage: 507,
} as const

export type Reason = keyof typeof statusOf

/** The error of one field: `path` locates it in the request, such as `['body', 'title']`. */
export const issue = z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })
export type Issue = z.infer<typeof issue>

/** The body of every error response. `code` equals the HTTP status. */
export const errorBody = z.object({
  error: z.object({
    code: z.number().int(),
    message: z.string().describe('Human-readable'),
    type: z.enum(Object.keys(statusOf) as [Reason, ...Reason[]]).describe('For programs'),
    details: z
      .looseObject({ issues: z.array(issue).optional(), requestId: z.string().optional() })
      .optional()
      .describe('Details; `issues` lists the invalid fields'),
  }),
})
export type ErrorBody = z.infer<typeof errorBody>
