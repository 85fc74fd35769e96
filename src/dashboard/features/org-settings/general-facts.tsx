import type { ReactNode } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { memberRoleOf, roleNames } from '../../lib/role-words.ts'

/** The settings as somebody reads them who may not change them. */
export function GeneralFacts({ organization }: { organization: Organization }) {
  const { title, emailDomains, hostname, defaultRole, inviteLinks, sso } = organization
  return (
    <section aria-label="General">
      <p className="soft">Only who has the role Admin in {title} can change its settings.</p>
      <dl className="facts">
        <Fact name="Title">{title}</Fact>
        {hostname && <Fact name="Host name">{hostname}</Fact>}
        <Fact name="E-mail domains">
          {emailDomains.length > 0 ? emailDomains.join(', ') : <Faint>None may join by their address</Faint>}
        </Fact>
        <Fact name="Role of who joins">{roleNames[memberRoleOf(defaultRole ?? null)]}</Fact>
        <Fact name="Invite links">{inviteLinks ? 'On' : 'Off'}</Fact>
        <Fact name="Single sign-on">{sso ? 'Everybody signs in by it' : 'Not asked for'}</Fact>
      </dl>
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Faint = ({ children }: { children: ReactNode }) => <span className="faint">{children}</span>
