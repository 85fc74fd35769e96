import { zodResolver } from '@hookform/resolvers/zod'
import type { UseMutationResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CircleAlert, FileText, FolderUp, GitBranch, Globe, Upload } from 'lucide-react'
import { type DragEvent, type RefObject, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type GitSource, gitSource, importSource } from '#contract/imports.ts'
import { TextField } from '../../components/fields.tsx'
import { Form, FormError, FormSubmit } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Checkbox, ChoiceLine } from '../../components/ui/inputs.tsx'
import { errorMessage } from '../../data/query-client.ts'
import { pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './imports.module.css'
import type { FileImport, useStartImport } from './mutations.ts'
import { type SourceKind, sources } from './queries.ts'
import {
  droppedFiles,
  importableFiles,
  pickedFiles,
  type SelectedFile,
  selectionError,
  totalSize,
} from './selected-files.ts'

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

type Props<T> = {
  /** `site` for the sources of a whole site. */
  kind: 'files' | 'word' | 'site'
  upload: UseMutationResult<T, Error, FileImport>
  /** How much of a large file has arrived, from 0 to 1; null for others. */
  progress: number | null
}

/** Files, a folder or a zip file, dropped or picked. */
export function FilesSource<T>({ kind, upload, progress }: Props<T>) {
  const [refusal, setRefusal] = useState<string>()
  const [splitHeadings, setSplitHeadings] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const importFiles = (selected: readonly SelectedFile[]) => {
    const files = importableFiles(selected)
    const reason = selectionError(files)
    setRefusal(reason)
    upload.reset()
    if (!reason) upload.mutate({ files, splitHeadings })
  }
  const error = refusal ?? (upload.error ? errorMessage(upload.error) : undefined)
  const isWord = kind === 'word'
  return (
    <section className={styles.panel} aria-label={isWord ? 'Word files' : 'Files and folders'}>
      {kind !== 'site' && (
        <ChoiceLine
          control={
            <Checkbox checked={splitHeadings} onChange={({ target }) => setSplitHeadings(target.checked)} />
          }
          help="Otherwise, each Word file becomes one page, and links within it keep working."
        >
          Split Word files into a page for every heading 1
        </ChoiceLine>
      )}
      <DropZone onFiles={importFiles}>
        {upload.isPending && upload.variables ? (
          <Uploading files={upload.variables.files} progress={progress} />
        ) : (
          <>
            <p>{invitations[kind].title}</p>
            <p className="meta faint">{invitations[kind].help}</p>
            <div className={styles.picks}>
              {!isWord && (
                <Button variant="outline" icon={FolderUp} onClick={() => folder.current?.click()}>
                  Choose a folder
                </Button>
              )}
              <Button
                variant="outline"
                icon={isWord ? FileText : Upload}
                onClick={() => picker.current?.click()}
              >
                {isWord ? 'Choose Word files' : 'Choose files or a zip'}
              </Button>
            </div>
          </>
        )}
      </DropZone>
      <FileInput of={folder} label="Folder" isFolder onFiles={importFiles} />
      <FileInput
        of={picker}
        label={isWord ? 'Word files' : 'Files or a zip'}
        accept={isWord ? '.docx' : '.zip,.md,.markdown,.mdx,.html,.htm,.docx,image/*'}
        onFiles={importFiles}
      />
      {error && (
        <p className="form-fault" role="alert">
          <Icon of={CircleAlert} size="s" />
          <span>{error}</span>
        </p>
      )}
    </section>
  )
}

function Uploading({ files, progress }: { files: readonly SelectedFile[]; progress: number | null }) {
  return (
    <div className={styles.uploading}>
      <p role="status">
        Uploading {pluralize(files.length, 'file')}, {megabytes(totalSize(files))}
      </p>
      {progress !== null && (
        <>
          <progress className={styles.bar} aria-label="Upload" value={progress} max={1} />
          <p className="meta faint">
            {Math.floor(progress * 100)}%. If the upload is interrupted, choose the same file again to
            continue.
          </p>
        </>
      )}
    </div>
  )
}

const invitations = {
  files: {
    title: 'Drop a folder, a zip or files here.',
    help: 'Markdown, HTML and Word files become pages, in the order of SUMMARY.md or, without one, of the folders. Exports of Confluence (HTML) and Notion (Markdown & CSV), and MkDocs and Docusaurus projects, are recognized.',
  },
  word: {
    title: 'Drop Word files here.',
    help: 'Imports headings, lists, tables, code, footnotes and images from .docx files.',
  },
  site: {
    title: 'Drop a folder or a zip here.',
    help: 'A docs.yaml describes the site. Without one, each folder with a SUMMARY.md becomes a section.',
  },
} as const

type DropZoneProps = { onFiles: (files: readonly SelectedFile[]) => void; children: React.ReactNode }

function DropZone({ onFiles, children }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false)
  const onDrop = async (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onFiles(await droppedFiles(event.dataTransfer))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do the same by key
    <div
      className={clsx(styles.drop, isOver && 'is-over')}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      }}
      onDrop={(event) => void onDrop(event)}
    >
      {children}
    </div>
  )
}

type FileInputProps = {
  of: RefObject<HTMLInputElement | null>
  label: string
  isFolder?: boolean
  accept?: string
  onFiles: (files: readonly SelectedFile[]) => void
}

const FileInput = ({ of, label, isFolder = false, accept, onFiles }: FileInputProps) => (
  <input
    ref={of}
    type="file"
    multiple
    hidden
    aria-label={label}
    {...(isFolder ? { webkitdirectory: '' } : { accept })}
    onChange={({ target }) => {
      onFiles(pickedFiles(target.files ?? []))
      target.value = ''
    }}
  />
)

const megabytes = (bytes: number): string => `${Math.max(0.1, bytes / 1_000_000).toFixed(1)} MB`
