import { Link } from '@tanstack/react-router'
import { ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { useWindowTitle } from '../../hooks/use-crumbs.ts'
import { places } from '../../lib/places.ts'

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
      <Link to={places.signIn} className={buttonClass('line', 'form')}>
        <ButtonFace>Sign in</ButtonFace>
      </Link>
    </>
  )
}
