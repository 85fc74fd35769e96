import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import { EmojiField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { NoPermission } from '../../components/ui/states.tsx'
import { useApi } from '../../data/api.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { paths } from '../../lib/paths.ts'
import styles from './library.module.css'

const { create } = api.spaces
const fields = create.body.pick({ title: true, emoji: true })

/** Where an import begins that has no space yet. */
export function ImportStart({ organization }: { organization: Organization }) {
  useBreadcrumbs([{ title: 'Import' }])
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Import your documentation</h1>
        </div>
      </div>
      {organization.permissions.createContent ? (
        <NewSpace organizationId={organization.id} />
      ) : (
        <NoPermission title="You can’t import into a new space">
          To create a space, you need the Create role in {organization.title}. To import into an existing
          space, open it and choose Import.
        </NoPermission>
      )}
    </>
  )
}

/** Creates the space to import into, then opens the import. */
function NewSpace({ organizationId }: { organizationId: string }) {
  const navigate = useNavigate()
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { title: '' } })
  const creation = useApi(create, {
    meta: { shown: 'in-form' },
    onSuccess: ({ id }) => void navigate({ to: paths.spaceImport(id) }),
  })
  return (
    <div className={styles.import}>
      <p className="soft">
        Pages are imported into a space. Create one here, or open an existing space and choose Import.
      </p>
      <Form
        form={form}
        mutation={creation}
        schema={fields}
        shape="page"
        submit="Create space and continue"
        onSubmit={({ title, emoji }) =>
          creation.mutate({
            params: { organizationId },
            body: { ...(title ? { title } : {}), ...(emoji ? { emoji } : {}) },
          })
        }
      >
        <div className={styles.titled}>
          <TextField name="title" label="Title" placeholder="Untitled" autoComplete="off" />
          <EmojiField name="emoji" label="Emoji" />
        </div>
      </Form>
    </div>
  )
}
