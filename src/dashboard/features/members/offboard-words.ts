import type { MemberHoldings, members } from '#contract/members.ts'
import type { Output } from '#contract/route.ts'
import { counted } from '../../lib/words.ts'

type Outcome = Output<typeof members.offboard>

/** What becomes of the browsers, which are not told where the account is in other organizations too. */
export function browsersInWords({ sessions, organizations }: MemberHoldings): string {
  if (organizations > 1) return 'They stay signed in, since the account is in other organizations too'
  return sessions === 0 ? 'No browser' : `${counted(sessions, 'browser')} to be signed out`
}

/** What becomes of the tokens, which belong to the account and not to one organization. */
export function tokensInWords({ tokens, organizations }: MemberHoldings): string {
  if (tokens === 0) return 'None'
  if (organizations === 1) return `${counted(tokens, 'token')} to be revoked`
  const others = organizations - 1
  return `${counted(tokens, 'token')}; they stay, since the account is in ${counted(others, 'other organization')} too`
}

/** What was done, line by line; what there was nothing of is left out. */
export function outcomeInWords(outcome: Outcome, heir: string | undefined): string[] {
  const end = heir === undefined ? 'revoked' : `handed over to ${heir}`
  const was = (count: number) => (count === 1 ? 'was' : 'were')
  const { grants, teams, sessions, tokens } = outcome
  return [
    grants > 0 ? `${counted(grants, 'role')} on spaces and collections ${was(grants)} ${end}.` : '',
    teams > 0 ? `${counted(teams, 'place')} in teams ${was(teams)} ${end}.` : '',
    sessions > 0 ? `${counted(sessions, 'browser')} ${was(sessions)} signed out.` : '',
    tokens > 0 ? `${counted(tokens, 'API token')} ${was(tokens)} revoked.` : '',
  ].filter(Boolean)
}
