import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { id, timestamp, urlsOf } from './shared/values.ts'

export const token = z
  .object({
    object: z.literal('api-token'),
    id,
    label: z.string(),
    createdAt: timestamp,
    lastUsedAt: timestamp.optional(),
    expiresAt: timestamp.optional().describe('Absent if the token is valid until it is revoked'),
    readOnly: z.boolean().describe('Read-only: writes return 403'),
    urls: urlsOf(['location']),
  })
  .meta({ id: 'ApiToken' })
export type Token = z.infer<typeof token>

export const newToken = token
  .extend({ token: z.string().describe('The token itself. It is only shown in this response') })
  .meta({ id: 'NewApiToken' })

/** Tokens that have not expired, per person. */
export const MAX_TOKENS = 100

export const tokens = resource('tokens', {
  list: {
    id: 'listTokens',
    method: 'GET',
    path: '/user/tokens',
    summary: 'List the caller’s API tokens.',
    permission: 'account',
    query: paging,
    status: 200,
    response: listOf(token),
  },
  create: {
    id: 'createToken',
    method: 'POST',
    path: '/user/tokens',
    summary: 'Create an API token with the same access as the caller. It is only shown in this response.',
    description: `Returns 409 \`invalid_state\` if the user has ${MAX_TOKENS} tokens that have not expired.`,
    permission: 'account',
    body: z.object({
      label: z.string().trim().min(1).max(50),
      expiresAt: timestamp
        .optional()
        .describe(
          'Must be in the future. Without it, the token is valid until it is revoked. A token created with another token expires no later than that one',
        ),
      readOnly: z.boolean().optional().describe('Whether the token is read-only'),
    }),
    status: 201,
    secret: true,
    response: newToken,
  },
  delete: {
    id: 'deleteToken',
    method: 'DELETE',
    path: '/user/tokens/:tokenId',
    summary: 'Revoke an API token.',
    permission: 'account',
    params: z.object({ tokenId: id }),
    status: 205,
  },
})
