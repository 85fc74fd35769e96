import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { GitSource, ImportRun } from '#contract/imports.ts'
import { type Input, resourceNameOf } from '#contract/route.ts'
import type { SiteImport } from '#contract/site-imports.ts'
import type { Space } from '#contract/spaces.ts'
import { callApi } from '../../data/api.ts'
import type { Target } from './import-target.tsx'
import { formOf, type SelectedFile } from './selected-files.ts'
import { isUploadedInParts, type UploadOptions, uploadInParts } from './upload-in-parts.ts'

export type FileImport = { readonly files: readonly SelectedFile[]; readonly splitHeadings: boolean }

type StartOptions = { readonly target: Target; readonly onStarted: (id: string) => void }

/** Starts an import from each kind of source. The import itself runs in the background. */
export function useStartImport(space: Space, { target, onStarted }: StartOptions) {
  const meta = { shown: 'in-form', resource: resourceNameOf(api.imports.list) }
  const onSuccess = ({ id }: ImportRun) => onStarted(id)
  const params = { organizationId: space.organization }
  const start = (source: Input<typeof api.imports.start>['body']['source']) =>
    callApi(api.imports.start, { params, body: { source, target: importTarget(space, target) } })
  const website = useMutation({
    meta,
    onSuccess,
    mutationFn: (url: string) => start({ type: 'website', url }),
  })
  const git = useMutation({
    meta,
    onSuccess,
    mutationFn: (source: GitSource) => start({ type: 'git', ...withoutEmpty(source) }),
  })
  const files = useFileImport({
    meta,
    onSuccess,
    at: { organizationId: space.organization, spaceId: space.id },
    importUpload: (upload, { splitHeadings }) => start({ type: 'upload', upload, splitHeadings }),
    importForm: (body, { splitHeadings }) =>
      callApi(api.spaceContent.upload, {
        params: { spaceId: space.id },
        query: {
          ...(target.below === '' ? {} : { below: target.below }),
          ...(target.as === 'request' ? { asChangeRequest: true, subject: target.subject } : {}),
          ...(splitHeadings ? { splitHeadings } : {}),
        },
        body,
      }),
  })
  return { website, git, ...files }
}

/** Reads the source of a site, whose import then waits to be started. */
export function useReadSite(organizationId: string, onRead: (id: string) => void) {
  const meta = { shown: 'in-form', resource: resourceNameOf(api.siteImports.get) }
  const onSuccess = ({ id }: SiteImport) => onRead(id)
  const params = { organizationId }
  const git = useMutation({
    meta,
    onSuccess,
    mutationFn: (source: GitSource) =>
      callApi(api.siteImports.create, {
        params,
        body: { source: { type: 'git', ...withoutEmpty(source) }, preview: true },
      }),
  })
  const files = useFileImport({
    meta,
    onSuccess,
    at: { organizationId },
    importUpload: (upload) =>
      callApi(api.siteImports.create, {
        params,
        body: { source: { type: 'upload', upload }, preview: true },
      }),
    importForm: (body) => callApi(api.siteImports.upload, { params, query: { preview: true }, body }),
  })
  return { git, ...files }
}

type FileImportOptions<Run> = {
  readonly at: Pick<UploadOptions, 'organizationId' | 'spaceId'>
  /** Imports a file that was uploaded in parts. */
  readonly importUpload: (upload: string, options: FileImport) => Promise<Run>
  /** Imports files with one request. */
  readonly importForm: (form: FormData, options: FileImport) => Promise<Run>
  readonly meta: Readonly<Record<string, unknown>>
  readonly onSuccess: (run: Run) => void
}

/** Imports files. A large one is uploaded in parts, and `progress` is the fraction that has arrived; null without one. */
function useFileImport<Run>({ at, importUpload, importForm, ...options }: FileImportOptions<Run>) {
  const [progress, setProgress] = useState<number | null>(null)
  const files = useMutation({
    ...options,
    onSettled: () => setProgress(null),
    mutationFn: async (input: FileImport) => {
      const [only] = input.files
      if (only === undefined || !isUploadedInParts(input.files)) return importForm(formOf(input.files), input)
      return importUpload(await uploadInParts(only.file, { ...at, onProgress: setProgress }), input)
    },
  })
  return { files, progress }
}

const importTarget = ({ id }: Space, { as, subject, below }: Target) => ({
  space: id,
  ...(below === '' ? {} : { page: below }),
  ...(as === 'request' ? { asChangeRequest: { subject } } : {}),
})

const withoutEmpty = ({ url, ...others }: GitSource): GitSource => ({
  url,
  ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== '')),
})

/** Repeats an import with the same source and target. */
export function useRepeatImport(space: Space) {
  return useMutation({
    meta: { resource: resourceNameOf(api.imports.list), refused: 'Couldn’t start the import' },
    mutationFn: ({ source, target }: ImportRun) => {
      if (source.type === 'file') throw new Error('Select the files again')
      const { page, asChangeRequest, changeRequest } = target
      const body = {
        source:
          source.type === 'website'
            ? source
            : {
                type: 'git' as const,
                ...withoutEmpty({ url: source.url, ref: source.ref, directory: source.directory }),
              },
        target: {
          space: space.id,
          ...(page === undefined ? {} : { page }),
          ...(asChangeRequest ? { asChangeRequest: { subject: '' } } : {}),
          ...(changeRequest !== undefined && !asChangeRequest ? { changeRequest } : {}),
        },
      }
      return callApi(api.imports.start, { params: { organizationId: space.organization }, body })
    },
  })
}

/** Whether an import can be repeated without user input. */
export const isRepeatable = ({ source }: Pick<ImportRun, 'source'>): boolean =>
  source.type === 'website' || (source.type === 'git' && !source.withCredentials)
