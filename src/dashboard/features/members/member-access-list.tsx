import { type ReactNode, useState } from 'react'
import type { MemberAccess } from '#contract/member-access.ts'
import type { Member } from '#contract/members.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { labels } from '../../lib/labels.ts'
import { memberRoleOf, roleDescriptions, roleNames, teamRoleNames } from '../../lib/role-labels.ts'
import { browsersLabel, kindIcons, tokensLabel } from './labels.ts'
import styles from './members.module.css'

type Props = { member: Member; access: MemberAccess }

/** Everything a member has: role, grants, teams, browsers and tokens. */
export const MemberAccessList = ({ member, access }: Props) => {
  const role = memberRoleOf(member.role)
  return (
    <section aria-labelledby="member-access">
      <h2 id="member-access">What {member.user.displayName} can access</h2>
      <dl className={styles.facts}>
        <Fact name="Role">
          {roleNames[role]} <span className="faint">{roleDescriptions[role]}</span>
        </Fact>
        <Fact name="Direct access">
          <CollapsibleList empty="None" items={access.grants.map(grantLine)} />
        </Fact>
        <Fact name="Teams">
          <CollapsibleList empty="None" items={access.teams.map(teamLine)} />
        </Fact>
        <Fact name="Signed in with">{browsersLabel(access)}</Fact>
        <Fact name="API tokens">{tokensLabel(access)}</Fact>
      </dl>
    </section>
  )
}

const grantLine = ({ on, role }: MemberAccess['grants'][number]) => ({
  id: `${on.type} ${on.id}`,
  line: (
    <>
      <Icon of={kindIcons[on.type]} className="i-faint" />
      <span className="sr">{on.type}</span>
      <span className="truncate">{on.title || labels.untitled}</span>
      <span className="faint">{role === null ? 'None' : roleNames[role]}</span>
    </>
  ),
})

const teamLine = ({ id, title, role, onlyOwner }: MemberAccess['teams'][number]) => ({
  id,
  line: (
    <>
      <span className="truncate">{title}</span>
      <span className="faint">{teamRoleNames[role]}</span>
      {onlyOwner && <Badge tone="warning">Only owner</Badge>}
    </>
  ),
})

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const COLLAPSED_LENGTH = 6

/** Shows the first items, and all of them on request. */
function CollapsibleList({
  items,
  empty,
}: {
  items: readonly { id: string; line: ReactNode }[]
  empty: string
}) {
  const [isExpanded, setIsExpanded] = useState(false)
  if (items.length === 0) return empty
  const visibleItems =
    isExpanded || items.length <= COLLAPSED_LENGTH + 1 ? items : items.slice(0, COLLAPSED_LENGTH)
  const hiddenCount = items.length - visibleItems.length
  return (
    <ul className={styles.collapsible}>
      {visibleItems.map(({ id, line }) => (
        <li className="line" key={id}>
          {line}
        </li>
      ))}
      {hiddenCount > 0 && (
        <li>
          <Button size="small" className={styles.showMore} onClick={() => setIsExpanded(true)}>
            Show {hiddenCount} more
          </Button>
        </li>
      )}
    </ul>
  )
}
