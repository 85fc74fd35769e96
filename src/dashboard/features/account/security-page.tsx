import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { Session } from '#contract/sessions.ts'
import { ConfirmIdentity, secondFactorQuery } from '../../components/confirm-identity.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Banner } from '../../components/ui/states.tsx'
import styles from './account.module.css'
import { AccountHead } from './account-head.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Browsers } from './browsers.tsx'
import { LinkedAccounts } from './linked-accounts.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SignInHistory } from './sign-in-history.tsx'

type Props = {
  session: Session
  /** Where an organization that requires a second factor was to be opened. */
  returnTo: string | undefined
}

/** Password, second factor, browsers and sign-in history. */
export function SecurityPage({ session, returnTo }: Props) {
  const { data: state } = useSuspenseQuery(secondFactorQuery)
  const [isCreatingCodes, setIsCreatingCodes] = useState(false)
  const onAdded = () => {
    if (state.recoveryCodes === 0) setIsCreatingCodes(true)
  }
  return (
    <ConfirmIdentity>
      <AccountHead part="Security" />
      {returnTo !== undefined && <ReturnBanner to={returnTo} isReady={state.session.secondFactor} />}
      <div className="scroll">
        <div className={clsx('settings', styles.form)}>
          <PasswordForm session={session} />
          <Passkeys onAdded={onAdded} />
          <LinkedAccounts />
          <div className="section-actions">
            <AuthenticatorApp onAdded={onAdded} />
            <RecoveryCodes
              email={session.user.email ?? ''}
              isCreating={isCreatingCodes}
              onCreating={setIsCreatingCodes}
            />
          </div>
        </div>
        <Browsers />
        <SignInHistory />
      </div>
    </ConfirmIdentity>
  )
}

/** Leads back to the organization that asked for a second factor. */
function ReturnBanner({ to, isReady }: { to: string; isReady: boolean }) {
  const router = useRouter()
  return (
    <Banner
      icon={ShieldCheck}
      tone={isReady ? 'ink' : 'warning'}
      action={
        isReady && (
          <Button variant="inherit" onClick={() => router.history.push(to)}>
            Continue
          </Button>
        )
      }
    >
      {isReady
        ? 'Your second factor is set up.'
        : 'Your organization requires a second factor. Add a passkey or an authenticator app here, then continue.'}
    </Banner>
  )
}
