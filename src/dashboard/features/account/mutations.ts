import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Passkey } from '#contract/second-factor.ts'
import { confirm } from '../../components/confirm.tsx'
import { secondFactorQuery, useEnsureConfirmed } from '../../components/confirm-identity.tsx'
import { useApi } from '../../data/api.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'

/** Deletes a passkey after a question, and says what is left to sign in with. */
export function useDeletePasskey() {
  const { data: state } = useSuspenseQuery(secondFactorQuery)
  const ensureConfirmed = useEnsureConfirmed()
  const deletion = useApi(api.secondFactors.deletePasskey, {
    meta: { refused: 'Couldn’t delete the passkey' },
  })
  return async ({ id, name }: Passkey) => {
    const isLast = state.passkeys === 1 && state.authenticatorApp === undefined
    const isSure = await confirm({
      title: `Delete the passkey ${labels.quoted(name)}?`,
      description: isLast
        ? `It’s your last second factor, so your recovery codes stop working too.${requirement(state.requiredBy)}`
        : 'It can’t sign you in anymore. Remove it from the device or the password manager as well.',
      action: `Delete ${name}`,
      cancel: 'Cancel',
      danger: true,
    })
    if (!isSure || !(await ensureConfirmed())) return
    deletion.mutate(
      { params: { passkeyId: id } },
      { onSuccess: () => void toast.done(`Deleted ${labels.quoted(name)}`) },
    )
  }
}

/** Turns off the authenticator app after a question. */
export function useTurnOffApp() {
  const { data: state } = useSuspenseQuery(secondFactorQuery)
  const ensureConfirmed = useEnsureConfirmed()
  const deletion = useApi(api.secondFactors.deleteAuthenticatorApp, {
    meta: { refused: 'Couldn’t turn off the authenticator app' },
  })
  return async () => {
    const isSure = await confirm({
      title: 'Turn off the authenticator app?',
      description:
        state.passkeys > 0
          ? 'Its codes stop working. Your passkeys keep working.'
          : `It’s your last second factor, so your recovery codes stop working too.${requirement(state.requiredBy)}`,
      action: 'Turn off',
      cancel: 'Cancel',
      danger: true,
    })
    if (!isSure || !(await ensureConfirmed())) return
    deletion.mutate({}, { onSuccess: () => void toast.done('Turned off the authenticator app') })
  }
}

const requirement = (organizations: readonly { readonly title: string }[]): string =>
  organizations.length === 0
    ? ''
    : ` ${organizations.map(({ title }) => title).join(', ')} won’t open until you add another one.`
