import { api } from '#contract/api.ts'
import type { Session } from '#contract/sessions.ts'
import { PasskeyButton } from '../../components/passkey-button.tsx'
import { callApi, useApi } from '../../data/api.ts'
import { applyPasskey, hasPasskeys } from '../../lib/passkeys.ts'

/** Signs in with a passkey alone; the browser lets the person choose one. */
export function PasskeySignIn({ onSession }: { onSession: (session: Session) => void }) {
  const signIn = useApi(api.sessions.signInByPasskey, { meta: { shown: 'in-form' }, onSuccess: onSession })
  if (!hasPasskeys()) return null
  return (
    <PasskeyButton
      label="Sign in with a passkey"
      variant="outline"
      error={signIn.error}
      isPending={signIn.isPending}
      run={async () => {
        const { token, options } = await callApi(api.sessions.startPasskeySignIn, {})
        signIn.mutate({ body: { token, passkey: await applyPasskey(options) } })
      }}
    />
  )
}
