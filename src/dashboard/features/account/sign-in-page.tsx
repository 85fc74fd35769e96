import type { Session } from '#contract/sessions.ts'
import { AccountHead } from './account-head.tsx'
import { Browsers } from './browsers.tsx'
import { PasswordForm } from './password-form.tsx'

/** How one signs in, and where one is signed in. */
export const SignInPage = ({ session }: { session: Session }) => (
  <>
    <AccountHead part="Signing in" />
    <div className="scroll">
      <div className="settings acc-form">
        <PasswordForm session={session} />
      </div>
      <Browsers />
    </div>
  </>
)
