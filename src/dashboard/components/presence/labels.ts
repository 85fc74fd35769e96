import type { PresentUser } from '#contract/presence.ts'

/** What is looked at: a page of the space, of a change request, or all of a change request. */
export type PresenceFilter = {
  readonly page?: string | undefined
  readonly changeRequest?: string | undefined
}

/** The other people at a target, each once, editors first. */
export function othersPresent(
  people: readonly PresentUser[],
  meId: string,
  { page, changeRequest }: PresenceFilter,
): PresentUser[] {
  const there = people.filter(
    (one) =>
      one.user.id !== meId &&
      one.changeRequest === changeRequest &&
      (page === undefined || one.page === page),
  )
  const byUser = new Map<string, PresentUser>()
  for (const one of there) {
    const known = byUser.get(one.user.id)
    if (known === undefined || (known.activity === 'reading' && one.activity === 'editing'))
      byUser.set(one.user.id, one)
  }
  return [...byUser.values()].sort(
    (a, b) => rank(a) - rank(b) || (a.user.displayName < b.user.displayName ? -1 : 1),
  )
}

const rank = ({ activity }: PresentUser): number => (activity === 'editing' ? 0 : 1)

/** `Ada is editing this page`, `Ada and 2 others are editing this page`; undefined if no one is. */
export function editingLabel(people: readonly PresentUser[]): string | undefined {
  const names = people.filter(({ activity }) => activity === 'editing').map(({ user }) => user.displayName)
  const [first, second] = names
  if (first === undefined) return undefined
  if (second === undefined) return `${first} is editing this page`
  if (names.length === 2) return `${first} and ${second} are editing this page`
  return `${first} and ${names.length - 1} others are editing this page`
}

/** `Here now: Ada, editing; Bo` */
export const presentLabel = (people: readonly PresentUser[]): string =>
  `Here now: ${people.map(({ user, activity }) => user.displayName + (activity === 'editing' ? ' (editing)' : '')).join(', ')}`
