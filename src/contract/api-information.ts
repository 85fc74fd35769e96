import { z } from 'zod'
import { resource } from './route.ts'
import { timestamp } from './shared/values.ts'

export const apiInformation = resource('apiInformation', {
  get: {
    id: 'getApiInformation',
    method: 'GET',
    path: '/',
    summary: 'Get the version and abilities of the service.',
    permission: 'user',
    status: 200,
    response: z.object({
      version: z.string().describe('Such as `0.1.0`'),
      build: timestamp.describe('When this version was built'),
      ask: z
        .boolean()
        .describe('Whether the operator connected a language model, so that sites can offer Ask'),
    }),
  },
})
