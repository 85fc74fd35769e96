import { api } from '#contract/api.ts'
import { q, qPages } from '../../data/api.ts'

/** Browsers the user is signed in with, last used first. */
export const browsersQuery = qPages(api.sessions.listBrowsers, { query: { limit: 100 } })

export const tokensQuery = qPages(api.tokens.list, { query: { limit: 100 } })

export const passkeysQuery = qPages(api.secondFactors.listPasskeys, { query: { limit: 20 } })

/** Sign-ins and failed attempts, latest first. */
export const signInEventsQuery = qPages(api.sessions.listEvents, { query: { limit: 10 } })

/** The providers that can sign the user in. */
export const linkedAccountsQuery = q(api.sso.linkedAccounts, {})

/** How often the user gets notifications by email. */
export const emailPreferencesQuery = (userId: string) => q(api.emailPreferences.get, { params: { userId } })
