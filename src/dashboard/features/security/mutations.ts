import { api } from '#contract/api.ts'
import type { Member } from '#contract/members.ts'
import type { Organization } from '#contract/organizations.ts'
import { confirm } from '../../components/confirm.tsx'
import { useApi } from '../../data/api.ts'
import { offerUndo } from '../../data/undo.ts'
import { toast } from '../../lib/toast.ts'

/** Requires a second factor of all members after a question, or makes it optional again. */
export function useSecondFactorRule({ id: organizationId, title, version }: Organization) {
  const update = useApi(api.organizations.update, { meta: { refused: 'Couldn’t change the rule' } })
  const write = (secondFactor: 'optional' | 'required', ifMatch = version, isUndo = false) =>
    update.mutate(
      { params: { organizationId }, body: { secondFactor }, ifMatch },
      {
        onSuccess: (saved) => {
          if (isUndo) return
          const message =
            secondFactor === 'required'
              ? `${title} requires a second factor`
              : `A second factor is optional in ${title}`
          const before = secondFactor === 'required' ? 'optional' : 'required'
          offerUndo(message, () => write(before, saved.version, true))
        },
      },
    )
  return {
    isPending: update.isPending,
    makeOptional: () => write('optional'),
    /** `without` is the number of members who have none. */
    makeRequired: async (without: number) => {
      const isSure = await confirm({
        title: `Require a second factor in ${title}?`,
        description:
          without === 0
            ? 'All members have one. New members have to add one before they can open anything here.'
            : `${without === 1 ? '1 member doesn’t' : `${without} members don’t`} have one. They can’t open anything here until they add one, unless they use single sign-on. API tokens keep working.`,
        action: 'Require second factor',
        cancel: 'Cancel',
      })
      if (isSure) write('required')
    },
  }
}

/** Removes the second factor of a member who lost it, after a question. */
export function useResetSecondFactor(organizationId: string) {
  const reset = useApi(api.secondFactors.resetMember, {
    meta: { refused: 'Couldn’t reset the second factor' },
  })
  return async ({ id: userId, user: { displayName } }: Member) => {
    const isSure = await confirm({
      title: `Reset the second factor of ${displayName}?`,
      description:
        'Do this only if they’ve lost their passkeys, app and recovery codes and you’re sure it’s them. They’re signed out everywhere, can sign in with just their password, and get an email.',
      action: 'Reset second factor',
      cancel: 'Cancel',
      danger: true,
    })
    if (!isSure) return
    reset.mutate(
      { params: { organizationId, userId } },
      { onSuccess: () => void toast.done(`Reset the second factor of ${displayName}`) },
    )
  }
}
