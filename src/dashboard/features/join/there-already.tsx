import { Link } from '@tanstack/react-router'
import { ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { places } from '../../lib/places.ts'

/** The link gives nothing that one does not have. */
export const ThereAlready = ({ organization }: { organization: { id: string; title: string } }) => (
  <>
    <h1>You are a member of {organization.title}</h1>
    <p className="si-lede">This link gives you nothing that you do not have already.</p>
    <Link className={buttonClass('ink', 'form')} to={places.home(organization.id)}>
      <ButtonFace>Open {organization.title}</ButtonFace>
    </Link>
  </>
)
