import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Page } from '#contract/pages.ts'
import type { Output } from '#contract/route.ts'
import type { SpaceGitSync } from '#contract/space-git-sync.ts'
import type { Space } from '#contract/spaces.ts'
import { RadioField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { childPages } from '../../components/page-text/page-index.ts'
import { useApi } from '../../data/api.ts'
import { contentQuery } from '../../data/content.ts'
import { pluralize } from '../../lib/labels.ts'
import {
  CredentialsFields,
  credentialsFields,
  credentialsOf,
  emptyCredentials,
} from './credentials-fields.tsx'
import styles from './git-sync.module.css'
import { importModeChoices } from './import-modes.ts'

const { connect } = api.spaceGitSyncs
const fields = connect.body.omit({ pollMinutes: true }).extend({ credentials: credentialsFields })
type Connected = Output<typeof connect>

type Props = {
  space: Space
  /** The repository that was just disconnected, to connect it again with other settings. */
  former: SpaceGitSync | undefined
  onConnected: (sync: Connected) => void
}

/** Connects a space to a repository: what Git sync does, and what it needs. */
export function ConnectForm({ space, former, onConnected }: Props) {
  const { data: content } = useQuery(contentQuery({ spaceId: space.id }))
  const count = content ? countPages(content.pages) : 0
  const form = useForm<z.input<typeof fields>, unknown, z.output<typeof fields>>({
    resolver: zodResolver(fields),
    defaultValues: {
      url: former?.url ?? '',
      branch: former?.branch ?? 'main',
      folder: former?.folder ?? '',
      importMode: former?.importMode ?? 'space',
      firstSync: count === 0 ? 'from-repository' : 'to-repository',
      credentials: { ...emptyCredentials, type: former?.credentials.type ?? 'token' },
    },
  })
  const connecting = useApi(connect, { meta: { shown: 'in-form' }, onSuccess: onConnected })
  const isSsh = form.watch('credentials.type') === 'ssh'
  return (
    <section aria-labelledby="git-connect">
      <div className={styles.intro}>
        <h2 id="git-connect">Sync this space with a Git repository</h2>
        <p className="soft">
          Lectern keeps the space and a folder of the repository in sync. Pushed commits change the pages.
          Saved edits and merged change requests become commits. Where both sides changed the same text, a
          change request shows the conflict.
        </p>
      </div>
      <Form
        form={form}
        mutation={connecting}
        schema={fields}
        shape="page"
        submit="Connect repository"
        onSubmit={({ credentials, ...values }) =>
          connecting.mutate({
            params: { spaceId: space.id },
            body: { ...values, credentials: credentialsOf(credentials) },
          })
        }
      >
        <TextField
          name="url"
          label="Repository URL"
          mono
          autoComplete="off"
          placeholder={isSsh ? 'git@git.example.org:acme/docs.git' : 'https://git.example.org/acme/docs.git'}
          help={isSsh ? 'As for git clone.' : 'As for git clone, without a username or token.'}
        />
        <div className={styles.pair}>
          <TextField name="branch" label="Branch" mono autoComplete="off" />
          <TextField
            name="folder"
            label="Folder"
            isOptional
            mono
            autoComplete="off"
            placeholder="Whole repository"
          />
        </div>
        <CredentialsFields />
        <RadioField
          name="firstSync"
          label="First sync"
          choices={[
            {
              value: 'from-repository',
              label: 'From the repository to this space',
              help: fromRepositoryHelp(count),
            },
            {
              value: 'to-repository',
              label: 'From this space to the repository',
              help: toRepositoryHelp(count),
            },
          ]}
        />
        <RadioField name="importMode" label="Pushed commits" choices={importModeChoices(space)} />
      </Form>
    </section>
  )
}

const fromRepositoryHelp = (count: number): string =>
  count === 0
    ? 'The Markdown files of the folder become the pages of this space.'
    : `The Markdown files of the folder replace the ${pluralize(count, 'page')} of this space. You can restore them from the history.`

const toRepositoryHelp = (count: number): string =>
  count === 0
    ? 'The space is empty, so the first commit follows your first edit.'
    : `One commit writes the ${pluralize(count, 'page')} to the folder. It replaces files with the same names, and leaves all others.`

const countPages = (pages: readonly Page[]): number =>
  pages.reduce((count, page) => count + 1 + countPages(childPages(page)), 0)
