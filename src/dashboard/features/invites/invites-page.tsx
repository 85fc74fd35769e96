import { Link } from '@tanstack/react-router'
import { Link2Off, Plus } from 'lucide-react'
import type { Organization } from '#contract/organizations.ts'
import { PeopleClosed } from '../../components/people-closed.tsx'
import { PeopleHead } from '../../components/people-head.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { Button, ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { NoPermission } from '../../components/ui/states.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { useCrumbs } from '../../hooks/use-crumbs.ts'
import { places } from '../../lib/places.ts'
import { InviteList } from './invite-list.tsx'
import { NewInviteDialog } from './new-invite-dialog.tsx'
import './invites.css'

type Props = { organization: Organization; isMaking: boolean; onMaking: (is: boolean) => void }

/** Links through which people join, each to the organization or to one space or collection. */
export function InvitesPage({ organization, isMaking, onMaking }: Props) {
  useCrumbs([{ title: 'People', to: places.members(organization.id) }, { title: 'Invite links' }])
  const { inviteLinks, permissions, title } = organization
  const mayMake = permissions.admin && inviteLinks
  const onNew = () => onMaking(true)
  useActs(mayMake ? [{ id: 'invite', label: 'New invite link', icon: Plus, keys: 'c', run: onNew }] : [])
  if (!permissions.listMembers) return <PeopleClosed organization={organization} />
  if (!permissions.admin) {
    return (
      <>
        <PeopleHead organization={organization} />
        <div className="scroll">
          <NoPermission title="Invite links are kept by admins">
            Who has a link can join, so you need the role admin in {title} to see them.
          </NoPermission>
        </div>
      </>
    )
  }
  return (
    <>
      <PeopleHead
        organization={organization}
        acts={
          <Button
            look="ink"
            icon={Plus}
            disabledReason={inviteLinks ? undefined : `Invite links are switched off in ${title}`}
            onClick={onNew}
          >
            New link
          </Button>
        }
      />
      {!inviteLinks && <SwitchedOff organization={organization} />}
      <InviteList organization={organization} mayMake={mayMake} onNew={onNew} />
      {isMaking && mayMake && <NewInviteDialog organization={organization} onClose={() => onMaking(false)} />}
    </>
  )
}

const SwitchedOff = ({ organization: { id, title } }: { organization: Organization }) => (
  <Banner
    tone="warning"
    icon={Link2Off}
    act={
      <Link className={buttonClass('line', 'small')} to={places.general(id)}>
        <ButtonFace>Open the settings</ButtonFace>
      </Link>
    }
  >
    Invite links are switched off in {title}: nobody can join by one until they are switched on again.
  </Banner>
)
