import { zodResolver } from '@hookform/resolvers/zod'
import { GitBranch, Globe } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { gitSource, importSource } from '#contract/imports.ts'
import { TextField } from '../../components/fields.tsx'
import { Form, FormFault, FormSubmit } from '../../components/form.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import type { useImporting } from './use-importing.ts'

type Importing = ReturnType<typeof useImporting>

const address = importSource.pick({ url: true })

export function WebsiteSource({ fetching }: { fetching: Importing['website'] }) {
  const form = useForm({ resolver: zodResolver(address), defaultValues: { url: '' } })
  return (
    <section className="im-panel" aria-label="Website">
      <Form
        form={form}
        mutation={fetching}
        schema={address}
        shape="bare"
        submit="Import website"
        isGuarded={false}
        onSubmit={({ url }) => fetching.mutate(url, { onSuccess: () => form.reset() })}
      >
        <TextField
          name="url"
          label="Address"
          type="url"
          placeholder="https://docs.example.org/guide"
          autoComplete="url"
        />
        <p className="meta faint im-note">
          <Icon of={Globe} size="s" />
          Pages of the same site at and below this address are taken, with their pictures and links.
          robots.txt is honoured.
        </p>
        <FormFault />
        <FormSubmit withKeys={false} className="im-submit" />
      </Form>
    </section>
  )
}

/** What a repository form begins with, such as that of an import to be done again. */
export type GitDraft = {
  readonly url: string
  readonly ref?: string | undefined
  readonly directory?: string | undefined
}

const empty = z.literal('')
const repository = gitSource.extend({
  ref: gitSource.shape.ref.or(empty),
  directory: gitSource.shape.directory.or(empty),
})

export function GitSourceForm({
  fetching,
  draft,
}: {
  fetching: Importing['git']
  draft: GitDraft | undefined
}) {
  const form = useForm({
    resolver: zodResolver(repository),
    defaultValues: {
      url: draft?.url ?? '',
      ref: draft?.ref ?? '',
      directory: draft?.directory ?? '',
      username: '',
      password: '',
    },
  })
  return (
    <section className="im-panel" aria-label="Git repository">
      <Form
        form={form}
        mutation={fetching}
        schema={repository}
        shape="bare"
        submit="Import repository"
        isGuarded={false}
        onSubmit={(source) => fetching.mutate(source, { onSuccess: () => form.reset() })}
      >
        <TextField
          name="url"
          label="Address of the repository"
          type="url"
          placeholder="https://git.example.org/docs.git"
          autoComplete="url"
        />
        <div className="im-choices">
          <TextField name="ref" label="Branch or tag" isOptional placeholder="Default branch" mono />
          <TextField name="directory" label="Folder" isOptional placeholder="Whole repository" mono />
          <TextField name="username" label="User" isOptional autoComplete="off" />
          <TextField
            name="password"
            label="Password or access token"
            type="password"
            isOptional
            autoComplete="off"
          />
        </div>
        <p className="meta faint im-note">
          <Icon of={GitBranch} size="s" />
          The last commit is read over https. .gitbook.yaml and SUMMARY.md are honoured. User and password are
          kept encrypted until the import is over.
        </p>
        <FormFault />
        <FormSubmit withKeys={false} className="im-submit" />
      </Form>
    </section>
  )
}
