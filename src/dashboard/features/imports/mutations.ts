import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { GitSource, ImportRun } from '#contract/imports.ts'
import { resourceNameOf } from '#contract/route.ts'
import type { SiteImport } from '#contract/site-imports.ts'
import type { Space } from '#contract/spaces.ts'
import { callApi } from '../../data/api.ts'
import type { Target } from './import-target.tsx'
import { formOf, type SelectedFile } from './selected-files.ts'
import { isUploadedInParts, uploadInParts } from './upload-in-parts.ts'

export type FileImport = { readonly files: readonly SelectedFile[]; readonly splitHeadings: boolean }

type StartOptions = { readonly target: Target; readonly onStarted: (id: string) => void }

/** Starts an import from each kind of source. The import itself runs in the background. */
export function useStartImport(space: Space, { target, onStarted }: StartOptions) {
  const meta = { shown: 'in-form', resource: resourceNameOf(api.imports.list) }
  const onSuccess = ({ id }: ImportRun) => onStarted(id)
  const params = { organizationId: space.organization }
  const start = (source: { type: 'website'; url: string } | ({ type: 'git' } & GitSource)) =>
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
  const [progress, setProgress] = useState<number | null>(null)
  const importParts = async (file: File, splitHeadings: boolean) => {
    const at = { organizationId: space.organization, spaceId: space.id, onProgress: setProgress }
    const source = { type: 'upload' as const, upload: await uploadInParts(file, at), splitHeadings }
    return callApi(api.imports.start, { params, body: { source, target: importTarget(space, target) } })
  }
  const files = useMutation({
    meta,
    onSuccess,
    onSettled: () => setProgress(null),
    mutationFn: ({ files, splitHeadings }: FileImport) => {
      const [only] = files
      if (only !== undefined && isUploadedInParts(files)) return importParts(only.file, splitHeadings)
      return callApi(api.spaceContent.upload, {
        params: { spaceId: space.id },
        query: {
          ...(target.below === '' ? {} : { below: target.below }),
          ...(target.as === 'request' ? { asChangeRequest: true, subject: target.subject } : {}),
          ...(splitHeadings ? { splitHeadings } : {}),
        },
        body: formOf(files),
      })
    },
  })
  return { website, git, files, progress }
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
  const [progress, setProgress] = useState<number | null>(null)
  const readParts = async (file: File) => {
    const upload = await uploadInParts(file, { organizationId, onProgress: setProgress })
    const body = { source: { type: 'upload' as const, upload }, preview: true }
    return callApi(api.siteImports.create, { params, body })
  }
  const files = useMutation({
    meta,
    onSuccess,
    onSettled: () => setProgress(null),
    mutationFn: ({ files }: FileImport) => {
      const [only] = files
      if (only !== undefined && isUploadedInParts(files)) return readParts(only.file)
      return callApi(api.siteImports.upload, { params, query: { preview: true }, body: formOf(files) })
    },
  })
  return { git, files, progress }
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
