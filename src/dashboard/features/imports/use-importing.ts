import { useMutation } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { GitSource, ImportRun } from '#contract/imports.ts'
import { nameOf } from '#contract/route.ts'
import type { Space } from '#contract/spaces.ts'
import { ask } from '../../lib/api.ts'
import { type ChosenFile, formOf } from './chosen-files.ts'
import type { Target } from './import-target.tsx'

export type Chosen = { readonly files: readonly ChosenFile[]; readonly splitHeadings: boolean }

type Beginning = { readonly target: Target; readonly onBegun: (id: string) => void }

/** The ways to begin an import; each is answered at once, and the import runs on. */
export function useImporting(space: Space, { target, onBegun }: Beginning) {
  const meta = { shown: 'in-form', resource: nameOf(api.imports.list) }
  const onSuccess = ({ id }: ImportRun) => onBegun(id)
  const params = { organizationId: space.organization }
  const start = (source: { type: 'website'; url: string } | ({ type: 'git' } & GitSource)) =>
    ask(api.imports.start, { params, body: { source, target: orderedTarget(space, target) } })
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
  const files = useMutation({
    meta,
    onSuccess,
    mutationFn: ({ files, splitHeadings }: Chosen) =>
      ask(api.spaceContent.upload, {
        params: { spaceId: space.id },
        query: {
          ...(target.below === '' ? {} : { below: target.below }),
          ...(target.as === 'request' ? { asChangeRequest: true, subject: target.subject } : {}),
          ...(splitHeadings ? { splitHeadings } : {}),
        },
        body: formOf(files),
      }),
  })
  return { website, git, files }
}

const orderedTarget = ({ id }: Space, { as, subject, below }: Target) => ({
  space: id,
  ...(below === '' ? {} : { page: below }),
  ...(as === 'request' ? { asChangeRequest: { subject } } : {}),
})

const withoutEmpty = ({ url, ...rest }: GitSource): GitSource => ({
  url,
  ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '')),
})

/** What a run was told, to tell it again; undefined where the files have to be chosen anew, or a password given. */
export function useAgain(space: Space) {
  return useMutation({
    meta: { resource: nameOf(api.imports.list), refused: 'The import was not begun' },
    mutationFn: ({ source, target }: ImportRun) => {
      if (source.type === 'file') throw new Error('Files are chosen anew')
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
      return ask(api.imports.start, { params: { organizationId: space.organization }, body })
    },
  })
}

/** Whether a run can be begun again as it was, without anything asked. */
export const isRepeatable = ({ source }: Pick<ImportRun, 'source'>): boolean =>
  source.type === 'website' || (source.type === 'git' && !source.withCredentials)
