import { zodResolver } from '@hookform/resolvers/zod'
import { clsx } from 'clsx'
import { CircleAlert, FolderUp, Globe, Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { importSource } from '#contract/imports.ts'
import type { Space } from '#contract/spaces.ts'
import { TextField } from '../../components/fields.tsx'
import { Form, FormFault, FormSubmit } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { reasonOf } from '../../lib/query-client.ts'
import { counted } from '../../lib/words.ts'
import {
  type ChosenFile,
  droppedFiles,
  pickedFiles,
  refusalOf,
  weightIn,
  worthSending,
} from './chosen-files.ts'
import { useImporting } from './use-importing.ts'

/** Where the pages come from: files, a folder, a zip, or a website. */
export function SourceForm({ space }: { space: Space }) {
  const { website, files } = useImporting(space)
  return (
    <div className="im-sources">
      <FilesSource sending={files} />
      <p className="im-or faint meta" aria-hidden="true">
        or
      </p>
      <WebsiteSource fetching={website} />
    </div>
  )
}

type Sending = ReturnType<typeof useImporting>['files']

function FilesSource({ sending }: { sending: Sending }) {
  const [refusal, setRefusal] = useState<string>()
  const [isOver, setIsOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const take = (given: readonly ChosenFile[]) => {
    const chosen = worthSending(given)
    const reason = refusalOf(chosen)
    setRefusal(reason)
    sending.reset()
    if (!reason) sending.mutate(chosen)
  }
  const onDrop = async (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(await droppedFiles(event.dataTransfer))
  }
  const fault = refusal ?? (sending.error ? reasonOf(sending.error) : undefined)
  return (
    <section aria-labelledby="im-files">
      <h2 className="im-head" id="im-files">
        From files
      </h2>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do the same by key */}
      <div
        className={clsx('im-drop', isOver && 'is-over')}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
        }}
        onDrop={(event) => void onDrop(event)}
      >
        {sending.isPending && sending.variables ? (
          <p role="status">
            Sending {counted(sending.variables.length, 'file')}, {megabytes(weightIn(sending.variables))}
          </p>
        ) : (
          <>
            <p>Drop a folder, a zip or Markdown files here.</p>
            <p className="meta faint">The order is that of SUMMARY.md, else that of the folders.</p>
            <div className="im-picks">
              <Button look="line" icon={FolderUp} onClick={() => folder.current?.click()}>
                Choose a folder
              </Button>
              <Button look="line" icon={Upload} onClick={() => picker.current?.click()}>
                Choose files or a zip
              </Button>
            </div>
          </>
        )}
      </div>
      <FileInput of={folder} label="Folder" isFolder onFiles={take} />
      <FileInput of={picker} label="Files or a zip" onFiles={take} />
      {fault && (
        <p className="form-fault im-fault" role="alert">
          <Icon of={CircleAlert} size="s" />
          <span>{fault}</span>
        </p>
      )}
    </section>
  )
}

type FileInputProps = {
  of: React.RefObject<HTMLInputElement | null>
  label: string
  isFolder?: boolean
  onFiles: (files: readonly ChosenFile[]) => void
}

const FileInput = ({ of, label, isFolder = false, onFiles }: FileInputProps) => (
  <input
    ref={of}
    type="file"
    multiple
    hidden
    aria-label={label}
    {...(isFolder ? { webkitdirectory: '' } : { accept: '.zip,.md,.markdown,.mdx,image/*' })}
    onChange={({ target }) => {
      onFiles(pickedFiles(target.files ?? []))
      target.value = ''
    }}
  />
)

const megabytes = (bytes: number): string => `${Math.max(0.1, bytes / 1_000_000).toFixed(1)} MB`

type Fetching = ReturnType<typeof useImporting>['website']

const address = importSource.pick({ url: true })

function WebsiteSource({ fetching }: { fetching: Fetching }) {
  const form = useForm({ resolver: zodResolver(address), defaultValues: { url: '' } })
  return (
    <section aria-labelledby="im-website">
      <h2 className="im-head" id="im-website">
        From a website
      </h2>
      <Form
        form={form}
        mutation={fetching}
        schema={address}
        shape="bare"
        submit="Import website"
        isGuarded={false}
        onSubmit={({ url }) => fetching.mutate(url)}
      >
        <div className="im-website">
          <TextField
            name="url"
            label="Address"
            type="url"
            placeholder="https://docs.example.org/guide"
            autoComplete="url"
          />
          <FormSubmit withKeys={false} />
        </div>
        <FormFault />
        <p className="meta faint im-note">
          <Icon of={Globe} size="s" />
          Pages of the same site at and below this address are taken, with their pictures and links.
          robots.txt is honoured.
        </p>
      </Form>
    </section>
  )
}
