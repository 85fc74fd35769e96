import { Link } from '@tanstack/react-router'
import { BookOpen, ChevronRight, FilePlus2, type LucideIcon, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Session } from '#contract/sessions.ts'
import { ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { places } from '../../lib/places.ts'

/** What to begin with: all three lead to where it is done. */
export function FirstContent({ session }: { session: Session | undefined }) {
  const organization = session?.organizations[0]
  if (!organization) {
    return (
      <>
        <h1>You are set up</h1>
        <p className="soft su-lede">Sign in to begin.</p>
        <Link to="/sign-in" className={buttonClass('ink', 'form')}>
          <ButtonFace>Sign in</ButtonFace>
        </Link>
      </>
    )
  }
  const { id, title } = organization
  return (
    <>
      <p className="narrow meta faint su-step">Step 3 of 3</p>
      <h1>Bring in the first content</h1>
      <p className="soft su-lede">{title} is ready. All of this can be done later too.</p>
      <div className="su-choices">
        <Choice to={places.imports(id)} icon={Upload} title="Import what you have">
          A website, or a folder or zip of Markdown
        </Choice>
        <Choice to={places.home(id)} icon={BookOpen} title="Look at the sample first">
          The demo space explains Lectern with its own pages
        </Choice>
        <Choice to={`${places.library(id)}?dialog=space`} icon={FilePlus2} title="Begin with an empty space">
          A space holds the pages of one subject
        </Choice>
      </div>
    </>
  )
}

type ChoiceProps = { to: string; icon: LucideIcon; title: string; children: ReactNode }

const Choice = ({ to, icon, title, children }: ChoiceProps) => (
  <a className="su-choice" href={to}>
    <Icon of={icon} />
    <div>
      <b className="name">{title}</b>
      <p>{children}</p>
    </div>
    <Icon of={ChevronRight} />
  </a>
)
