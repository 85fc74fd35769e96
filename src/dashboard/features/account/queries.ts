import { api } from '#contract/api.ts'
import { qPages } from '../../data/api.ts'

/** Browsers the user is signed in with, last used first. */
export const browsersQuery = qPages(api.sessions.listBrowsers, { query: { limit: 100 } })

export const tokensQuery = qPages(api.tokens.list, { query: { limit: 100 } })
