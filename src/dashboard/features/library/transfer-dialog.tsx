import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Collection } from '#contract/collections.ts'
import { SelectField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useApi } from '../../data/api.ts'
import { sessionQuery } from '../../data/session.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'
import { titleOf } from './library-rows.ts'

type Props = {
  collection: Collection
  /** What is in it: “3 spaces, 1 collection”; undefined while unknown. */
  contents: string | undefined
  onClose: () => void
}

/** Transfers a collection with its contents to another organization of the user. */
export function TransferDialog({ collection, contents, onClose }: Props) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const navigate = useNavigate()
  const others = session.organizations.filter(({ id }) => id !== collection.organization)
  const form = useForm({ defaultValues: { organization: others[0]?.id ?? '' } })
  const name = labels.quoted(titleOf(collection))
  const transfer = useApi(api.collections.transfer, {
    meta: { shown: 'in-form' },
    onSuccess: async ({ id, organization }) => {
      const { title = '' } = others.find((one) => one.id === organization) ?? {}
      await navigate({ to: paths.collection(organization, id) })
      toast.done(`Transferred ${name} to ${labels.quoted(title)}`)
    },
  })
  return (
    <Dialog
      title={`Transfer ${name}`}
      description={`Moves the collection${contents ? ` (${contents})` : ''} to the top level of the library of another organization.`}
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={transfer}
        submit="Transfer collection"
        onCancel={onClose}
        isGuarded={false}
        onSubmit={({ organization }) =>
          transfer.mutate({ params: { collectionId: collection.id }, body: { organization } })
        }
      >
        <SelectField
          name="organization"
          label="Organization"
          choices={others.map(({ id, title }) => ({ value: id, label: title }))}
          help="You need the Create role there."
        />
        <ul className="help">
          <li>Pages, files, history, comments and change requests are transferred too.</li>
          <li>
            Roles assigned here and custom field values aren’t transferred. The default access of the other
            organization applies.
          </li>
          <li>Before you transfer, remove spaces from sites and unlock locked spaces.</li>
        </ul>
      </Form>
    </Dialog>
  )
}
