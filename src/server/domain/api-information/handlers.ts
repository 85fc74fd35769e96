import { apiInformation } from '#contract/api-information.ts'
import { handle } from '../../handle.ts'
import { builtAt, version } from '../../version.ts'

export const apiInformationHandlers = handle(apiInformation, {
  get: async ({ config }) => ({ version, build: builtAt.toISOString(), ask: config.ask !== undefined }),
})
