import { onTestFinished } from 'vitest'
import { api } from '#contract/api.ts'
import type { Input } from '#contract/route.ts'
import type { SpaceGitSync } from '#contract/space-git-sync.ts'
import { syncGitHandler } from '#server/jobs/handlers/sync-git.ts'
import type { TestApp } from './app.ts'
import { acceptPushes, type Files, gitOutput, gitRepository, gitServer } from './git-server.ts'
import { makeTestFolder } from './test-folder.ts'

/** Two pages at the top, the second with a page below it. */
const FILES: Files = {
  'README.md': '# Start\n\nWelcome to [the guide](guide/README.md).\n\n*  a list\n*  with odd spacing\n',
  'SUMMARY.md':
    '# Table of contents\n\n- [Start](README.md)\n- [Guide](guide/README.md)\n  - [Step](guide/step.md)\n',
  'guide/README.md': '---\ndescription:   About   steps\n---\n\n# Guide\n\nFirst line.\n\nSecond line.\n',
  'guide/step.md': '# Step\n\nOne.\n\nTwo.\n\nThree.\n',
}

type Setup = {
  readonly files?: Files
  readonly firstSync?: 'from-repository' | 'to-repository'
  readonly importMode?: SpaceGitSync['importMode']
  /** The required `user:password`. */
  readonly credentials?: string
  readonly before?: NonNullable<NonNullable<Parameters<typeof gitServer>[1]>['before']>
}

type ConnectOptions = Partial<Input<typeof api.spaceGitSyncs.connect>['body']>

type Page = { readonly id: string; readonly title: string; readonly pages: readonly Page[] }

/** An empty space and a repository on a server of its own, not connected yet. */
export async function aSyncedSpace(app: TestApp, setup: Setup = {}) {
  const { files = FILES, firstSync = 'from-repository', importMode = 'space', ...serverOptions } = setup
  const folder = await gitRepository(makeTestFolder(), files)
  await acceptPushes(folder)
  const server = await gitServer(folder, serverOptions)
  onTestFinished(server.close)
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const { id: spaceId } = await call(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Handbook', empty: true },
  })
  const params = { spaceId }
  return {
    call,
    admin,
    folder,
    params,
    organizationId,
    connect: (more: ConnectOptions = {}) =>
      call(api.spaceGitSyncs.connect, {
        params,
        body: { url: server.url, firstSync, importMode, ...more },
      }),
    sync: async (stop = new AbortController().signal) => {
      await syncGitHandler(app.service, { organizationId, spaceId, cause: 'manual' }, stop)
      return call(api.spaceGitSyncs.get, { params })
    },
    pages: async () => (await call(api.spaceContent.get, { params })).pages as unknown as readonly Page[],
    /** The Markdown of a page. */
    text: async (pageId = '') => {
      const page = await call(api.spaceContent.page, {
        params: { ...params, pageId },
        query: { format: 'markdown' },
      })
      return 'markdown' in page ? String(page.markdown).trim() : ''
    },
    edit: (page: string, markdown: string) =>
      call(api.spaceContent.edit, {
        params,
        body: { changes: [{ operation: 'update_page', page, document: { markdown } }] },
      }),
    /** A file in the last commit. */
    file: (path: string) => gitOutput(folder, 'show', `HEAD:${path}`),
    /** The commits of the branch, the latest first. */
    log: async (format = '%s') => (await gitOutput(folder, 'log', `--format=${format}`)).trim().split('\n'),
    /** The files that the last commit changed. */
    lastChanges: async () =>
      (await gitOutput(folder, 'show', '--format=', '--name-status', '--no-renames', 'HEAD'))
        .trim()
        .split('\n')
        .map((line) => line.replace('\t', ' ')),
  }
}
