import { useSuspenseQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { PeopleClosed } from '../../components/people-closed.tsx'
import { PeopleHead } from '../../components/people-head.tsx'
import { Button } from '../../components/ui/button.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { useCrumbs } from '../../hooks/use-crumbs.ts'
import { sessionQuery } from '../../lib/session.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { LinkDialog, type PendingLink } from './link-dialog.tsx'
import { MemberList } from './member-list.tsx'
import type { MembersSearch, OnSearch } from './members-search.ts'
import { useMemberActs } from './use-member-acts.ts'
import './members.css'

type Props = { organization: Organization; search: MembersSearch; onSearch: OnSearch }

/** Everybody in an organization: who they are, what they may, and whether they are still here. */
export function MembersPage({ organization, search, onSearch }: Props) {
  useCrumbs([{ title: 'People' }], 'Members')
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [link, setLink] = useState<PendingLink | null>(null)
  const acts = useMemberActs(organization, { onLink: (member, url) => setLink({ member, url }) })
  const mayManage = organization.permissions.admin
  const onInvite = () => onSearch({ dialog: 'invite' })
  useActs(
    mayManage ? [{ id: 'invite', label: 'Invite people', icon: UserPlus, keys: 'c', run: onInvite }] : [],
  )
  if (!organization.permissions.listMembers) return <PeopleClosed organization={organization} />
  return (
    <>
      <PeopleHead
        organization={organization}
        acts={
          mayManage && (
            <Button look="ink" icon={UserPlus} onClick={onInvite}>
              Invite people
            </Button>
          )
        }
      />
      <MemberList {...{ organization, search, onSearch, acts }} meId={session.user.id} />
      {search.dialog === 'invite' && mayManage && (
        <InviteDialog organization={organization} onClose={() => onSearch({ dialog: undefined })} />
      )}
      {link && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </>
  )
}
