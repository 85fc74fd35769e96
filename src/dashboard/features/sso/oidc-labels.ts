import type { OidcProvider } from '#contract/oidc-providers.ts'
import type { SsoTest } from '#contract/sso.ts'
import { formatNames } from '../../lib/labels.ts'
import { memberRoleOf, roleNames } from '../../lib/role-labels.ts'

type State = { readonly tone: 'success' | 'ink'; readonly label: string }

export const oidcState = ({ status }: OidcProvider): State =>
  status === 'active' ? { tone: 'success', label: 'Active' } : { tone: 'ink', label: 'Setup incomplete' }

/** What the groups of a person mean, as sentences; undefined if the provider maps no groups. */
export function groupsOutcome({ outcome }: SsoTest): string | undefined {
  const groups = outcome?.groups
  if (groups === undefined) return undefined
  const { role, teams, leaves } = groups
  const sentences = [
    teams.length === 0 ? 'Their groups aren’t mapped to a team.' : `They would join ${inTeams(teams)}.`,
    ...(leaves.length === 0 ? [] : [`They would leave ${inTeams(leaves)}.`]),
    ...(role === undefined ? [] : [`They would get the ${roleNames[memberRoleOf(role)]} role.`]),
  ]
  return sentences.join(' ')
}

const inTeams = (titles: readonly string[]): string =>
  `the ${titles.length === 1 ? 'team' : 'teams'} ${formatNames(titles)}`
