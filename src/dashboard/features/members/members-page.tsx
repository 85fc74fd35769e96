import { useSuspenseQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { PeopleHeader, PeopleNotVisible } from '../../components/people-header.tsx'
import { Button } from '../../components/ui/button.tsx'
import { sessionQuery } from '../../data/session.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { LinkDialog, type PendingLink } from './member-cells.tsx'
import { MemberList } from './member-list.tsx'
import { useMemberActions } from './mutations.ts'
import type { OnSearch } from './queries.ts'
import type { MembersSearch } from './search-params.ts'

type Props = { organization: Organization; search: MembersSearch; onSearch: OnSearch }

/** The members of an organization. */
export function MembersPage({ organization, search, onSearch }: Props) {
  useBreadcrumbs([{ title: 'People' }], 'Members')
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [link, setLink] = useState<PendingLink | null>(null)
  const actions = useMemberActions(organization, { onLink: (member, url) => setLink({ member, url }) })
  const canManage = organization.permissions.admin
  const onInvite = () => onSearch({ dialog: 'invite' })
  useActions(
    canManage ? [{ id: 'invite', label: 'Invite people', icon: UserPlus, keys: 'c', run: onInvite }] : [],
  )
  if (!organization.permissions.listMembers) return <PeopleNotVisible organization={organization} />
  return (
    <>
      <PeopleHeader
        organization={organization}
        actions={
          canManage && (
            <Button variant="primary" icon={UserPlus} onClick={onInvite}>
              Invite people
            </Button>
          )
        }
      />
      <MemberList {...{ organization, search, onSearch, actions }} currentUserId={session.user.id} />
      {search.dialog === 'invite' && canManage && (
        <InviteDialog organization={organization} onClose={() => onSearch({ dialog: undefined })} />
      )}
      {link && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </>
  )
}
