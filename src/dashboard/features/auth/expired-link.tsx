import { Link } from '@tanstack/react-router'
import styles from '../../components/auth-layout.module.css'
import { ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { useWindowTitle } from '../../hooks/use-breadcrumbs.ts'

/** Shown for a one-time link that was used or has expired. */
export function ExpiredLink({ isSetupLink = false }: { isSetupLink?: boolean }) {
  useWindowTitle('Link no longer works')
  return (
    <>
      <h1>This link no longer works</h1>
      <p className={styles.lede}>
        {isSetupLink
          ? 'It was already used, or the service has printed a newer one. Restart the service to get a new link.'
          : 'It was already used or has expired. Ask an admin for a new one.'}
      </p>
      <Link to="/sign-in" className={buttonClass('outline', 'form')}>
        <ButtonContent>Sign in</ButtonContent>
      </Link>
    </>
  )
}

/** Shown for an invite link that was revoked or mistyped, or whose organization turned invite links off. */
export function ExpiredInvite() {
  useWindowTitle('Invite link no longer works')
  return (
    <>
      <h1>This invite link doesn’t work</h1>
      <p className={styles.lede}>
        It was revoked or is incomplete, or invite links were turned off. Ask the person who sent it for a new
        one.
      </p>
      <Link to="/" className={buttonClass('outline', 'form')}>
        <ButtonContent>Go home</ButtonContent>
      </Link>
    </>
  )
}
