import { zodResolver } from '@hookform/resolvers/zod'
import type { UseMutationResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { GitBranch, Globe } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type GitSource, gitSource, importSource } from '#contract/imports.ts'
import { TextField } from '../../components/fields.tsx'
import { Form, FormError, FormSubmit } from '../../components/form.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { paths } from '../../lib/paths.ts'
import styles from './imports.module.css'
import type { useStartImport } from './mutations.ts'
import { type SourceKind, sources } from './queries.ts'

type ImportMutations = ReturnType<typeof useStartImport>

const address = importSource.pick({ url: true })

export function WebsiteSource({ mutation }: { mutation: ImportMutations['website'] }) {
  const form = useForm({ resolver: zodResolver(address), defaultValues: { url: '' } })
  return (
    <section className={styles.panel} aria-label="Website">
      <Form
        form={form}
        mutation={mutation}
        schema={address}
        shape="bare"
        submit="Import website"
        isGuarded={false}
        onSubmit={({ url }) => mutation.mutate(url, { onSuccess: () => form.reset() })}
      >
        <TextField
          name="url"
          label="Address"
          type="url"
          placeholder="https://docs.example.org/guide"
          autoComplete="url"
        />
        <p className={clsx('meta faint', styles.note)}>
          <Icon of={Globe} size="s" />
          Imports this page and the pages below it, with images and links. Respects robots.txt.
        </p>
        <FormError />
        <FormSubmit withKeys={false} className={clsx(styles.submit)} />
      </Form>
    </section>
  )
}

/** Initial values of the repository form, such as those of an import to repeat. */
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

type GitSourceFormProps<T> = {
  mutation: UseMutationResult<T, Error, GitSource>
  draft?: GitDraft | undefined
  /** The repository is read as a site, which is previewed first. */
  isSite?: boolean
}

export function GitSourceForm<T>({ mutation, draft, isSite = false }: GitSourceFormProps<T>) {
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
    <section className={styles.panel} aria-label="Git repository">
      <Form
        form={form}
        mutation={mutation}
        schema={repository}
        shape="bare"
        submit={isSite ? 'Preview the site' : 'Import repository'}
        isGuarded={false}
        onSubmit={(source) => mutation.mutate(source, { onSuccess: () => form.reset() })}
      >
        <TextField
          name="url"
          label="Repository URL"
          type="url"
          placeholder="https://git.example.org/docs.git"
          autoComplete="url"
        />
        <div className={styles.choices}>
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
        <p className={clsx('meta faint', styles.note)}>
          <Icon of={GitBranch} size="s" />
          {isSite
            ? 'Reads the latest commit over HTTPS. A docs.yaml describes the site. Without one, each folder with a SUMMARY.md becomes a section.'
            : 'Imports the latest commit over HTTPS. Uses .gitbook.yaml and SUMMARY.md.'}{' '}
          The username and password are stored encrypted until the import ends.
        </p>
        <FormError />
        <FormSubmit withKeys={false} className={clsx(styles.submit)} />
      </Form>
    </section>
  )
}

const names: Readonly<Record<SourceKind, string>> = {
  files: 'Files and folders',
  word: 'Word',
  website: 'Website',
  git: 'Git repository',
}

/** Selects the source; stored in the search params. */
export const SourceTabs = ({ spaceId, from }: { spaceId: string; from: SourceKind }) => (
  <nav className={clsx('tabs', styles.tabs)} aria-label="Source">
    {sources.map((kind) => (
      <Link
        key={kind}
        className="tab"
        to={paths.spaceImport(spaceId)}
        search={{ from: kind }}
        replace
        activeProps={{ 'aria-current': undefined }}
        aria-current={kind === from ? 'page' : undefined}
      >
        {names[kind]}
      </Link>
    ))}
  </nav>
)
