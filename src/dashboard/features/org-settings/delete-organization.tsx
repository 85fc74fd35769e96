import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import { TextField } from '../../components/fields.tsx'
import { Form, FormFault } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { isRefusal, q, useApi } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { renewSession } from '../../lib/session.ts'
import { toast } from '../../lib/toasts.ts'
import { counted, words } from '../../lib/words.ts'

type Props = { organization: Organization; isAsking: boolean; onAsk: (is: boolean) => void }

/** The end of an organization: the one act that asks for its title. */
export function DeleteOrganization({ organization, isAsking, onAsk }: Props) {
  useActs([
    {
      id: 'delete-organization',
      label: `Delete ${organization.title}`,
      icon: Trash2,
      run: () => onAsk(true),
    },
  ])
  return (
    <section className="end-act" aria-labelledby="organization-end">
      <div>
        <h2 id="organization-end">Delete this organization</h2>
        <p>Everything in it goes at once and for good: spaces, sites, teams, and who was a member.</p>
      </div>
      <Button look="danger-line" icon={Trash2} onClick={() => onAsk(true)}>
        Delete organization
      </Button>
      {isAsking && <Asking organization={organization} onClose={() => onAsk(false)} />}
    </section>
  )
}

function Asking({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const { id, title } = organization
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useForm({ defaultValues: { title: '' } })
  const isNamed = form.watch('title').trim() === title
  const deleting = useApi(api.organizations.delete, {
    meta: { shown: 'in-form' },
    onSuccess: async () => {
      await renewSession(client)
      await navigate({ to: places.organizations })
      toast.done(`Deleted the organization ${words.quoted(title)}`)
    },
    onError: (error) => {
      if (isRefusal(error, 412))
        void client.invalidateQueries(q(api.organizations.get, { params: { organizationId: id } }))
    },
  })
  return (
    <Dialog
      title={`Delete the organization ${words.quoted(title)}?`}
      description={<Loss organizationId={id} />}
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={deleting}
        shape="bare"
        isGuarded={false}
        submit="Delete"
        onSubmit={(written) => {
          if (!isNamed) return form.setFocus('title')
          deleting.mutate({
            params: { organizationId: id },
            query: { title: written.title.trim() },
            ifMatch: organization.version,
          })
        }}
      >
        <DialogBody>
          <TextField name="title" label={`Type ${words.quoted(title)} to confirm`} autoComplete="off" />
          <FormFault />
        </DialogBody>
        <DialogFoot>
          <Button size="form" onClick={onClose}>
            Keep it
          </Button>
          <Button
            type="submit"
            look="danger"
            size="form"
            aria-busy={deleting.isPending}
            disabledReason={isNamed ? undefined : 'Type its title first'}
          >
            {`Delete ${title}`}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

/** What goes, in numbers. */
function Loss({ organizationId }: { organizationId: string }) {
  const input = { params: { organizationId }, query: { limit: 0 } }
  const spaces = useQuery(q(api.spaces.list, input)).data?.count
  const sites = useQuery(q(api.sites.list, input)).data?.count
  const members = useQuery(q(api.members.list, input)).data?.count
  if (spaces === undefined || sites === undefined || members === undefined)
    return <>Everything in it goes for good. This cannot be undone.</>
  return (
    <>
      {counted(spaces, 'space')} and {counted(sites, 'site')} go for good, and{' '}
      {counted(members, 'person', 'people')} can no longer come in. This cannot be undone.
    </>
  )
}
