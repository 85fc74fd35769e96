import type { GitSyncRun, SpaceGitSync } from '#contract/space-git-sync.ts'
import { labels, pluralize } from '../../lib/labels.ts'

/** A repository without what every address has: `github.com/acme/docs`. */
export const repositoryName = (url: string): string =>
  url
    .replace(/^(?:https?|ssh):\/\//, '')
    .replace(/^[^@/]+@/, '')
    .replace(/\.git$/, '')

export const shortCommit = (commit: string): string => commit.slice(0, 7)

type Tone = 'success' | 'warning' | 'danger' | 'ink'
type State = { readonly label: string; readonly tone?: Tone }

const states: Readonly<Record<SpaceGitSync['status'], State>> = {
  waiting: { label: 'Waiting for the first sync', tone: 'ink' },
  syncing: { label: 'Syncing', tone: 'ink' },
  'in-sync': { label: 'In sync', tone: 'success' },
  'awaiting-merge': { label: 'Waiting for a change request', tone: 'warning' },
  failed: { label: 'Sync failed', tone: 'danger' },
}

/**
 * The state of a sync as a word and a color.
 * @param isRequested whether someone has asked for a sync that has not started
 */
export function syncState(sync: Pick<SpaceGitSync, 'status' | 'paused'>, isRequested = false): State {
  if (sync.paused) return { label: 'Paused' }
  return isRequested && sync.status !== 'syncing' ? { label: 'Starting', tone: 'ink' } : states[sync.status]
}

/** Whether the sync waits until its generated key was added to the repository. */
export const needsDeployKey = ({ paused, status, credentials }: SpaceGitSync): boolean =>
  paused && status === 'waiting' && credentials.publicKey !== undefined

export const credentialsLabel = ({ type, username }: SpaceGitSync['credentials']): string => {
  if (type === 'none') return 'None. Lectern can read the repository, but not push to it.'
  if (type === 'ssh') return 'An SSH key.'
  return `An access token${username === undefined ? '' : ` with the username ${username}`}.`
}

/** How often Lectern looks for commits: `every minute`, `every 6 hours`. */
export function pollLabel(minutes: number): string {
  const isHours = minutes >= 60 && minutes % 60 === 0
  const count = isHours ? minutes / 60 : minutes
  const unit = isHours ? 'hour' : 'minute'
  return count === 1 ? `every ${unit}` : `every ${pluralize(count, unit)}`
}

const POLL_MINUTES = [1, 5, 15, 60, 360, 1440]

/** The usual intervals, and the one that is set. */
export const pollChoices = (current: number) =>
  [...new Set([...POLL_MINUTES, current])]
    .sort((a, b) => a - b)
    .map((minutes) => ({ value: String(minutes), label: capitalized(pollLabel(minutes)) }))

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** One thing that a sync did, in words. */
export type RunStep = { readonly kind: 'pulled' | 'pushed'; readonly text: string; readonly commit: string }

/** What a sync did: `Imported “Fix a typo”`, `Pushed “Edit Start” and 2 more commits`. */
export function runSteps({ pulled, pushed }: Pick<GitSyncRun, 'pulled' | 'pushed'>): RunStep[] {
  const sides = [
    ['pulled', 'Imported', pulled],
    ['pushed', 'Pushed', pushed],
  ] as const
  return sides.flatMap(([kind, verb, commits]) => {
    const last = commits.at(-1)
    if (last === undefined) return []
    const others = commits.length - 1
    const more = others === 0 ? '' : ` and ${pluralize(others, 'more commit')}`
    return [{ kind, text: `${verb} ${labels.quoted(last.message)}${more}`, commit: last.commit }]
  })
}
