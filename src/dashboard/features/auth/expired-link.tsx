import { Link } from '@tanstack/react-router'
import { ButtonFace, buttonClass } from '#dashboard/components/ui/button.tsx'
import { useWindowTitle } from '#dashboard/hooks/use-breadcrumbs.ts'
import { paths } from '#dashboard/lib/paths.ts'

/** A link that worked once already, or is too old. */
export function DeadLink({ isSetUp = false }: { isSetUp?: boolean }) {
  useWindowTitle('Link no longer works')
  return (
    <>
      <h1>This link no longer works</h1>
      <p className="si-lede">
        {isSetUp
          ? 'It was used already, or the service has printed a newer one. A restart prints a new link.'
          : 'It was used already or is too old. Ask an admin for a new one.'}
      </p>
      <Link to="/sign-in" className={buttonClass('line', 'form')}>
        <ButtonFace>Sign in</ButtonFace>
      </Link>
    </>
  )
}

/** A link that was revoked, mistyped, or whose organization takes nobody in by links any more. */
export function DeadInvite() {
  useWindowTitle('Invite link no longer works')
  return (
    <>
      <h1>This invite link does not work</h1>
      <p className="si-lede">
        It was revoked, is not complete, or invite links were switched off. Ask who gave it to you for a new
        one.
      </p>
      <Link to={paths.signIn} className={buttonClass('line', 'form')}>
        <ButtonFace>Sign in</ButtonFace>
      </Link>
    </>
  )
}
