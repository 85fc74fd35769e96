import { Link } from '@tanstack/react-router'
import { ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { useWindowTitle } from '../../hooks/use-crumbs.ts'

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
